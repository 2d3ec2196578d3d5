import { describe, expect, it } from 'vitest';
import { redactUrls } from '../../spec/redact-urls.ts';
import { createSandbox } from '../sandbox.ts';
import { redactBody } from './journal.ts';

describe('what is shown of a request', () => {
  it.each([
    ['https://ann:s3cret@a.test/hook', 'https://[redacted]@a.test/hook'],
    ['https://s3cret@a.test', 'https://[redacted]@a.test'],
    ['http://ann:p@s3cret@a.test/x@y', 'http://[redacted]@a.test/x@y'],
    ['https://a.test/hook?token=s3cret&page=2', 'https://a.test/hook?token=[redacted]&page=2'],
    ['https://a.test/?%74oken=s3cret', 'https://a.test/?%74oken=[redacted]'],
    [
      'https://a.test/?key=s3cret#access_token=s3cret',
      'https://a.test/?key=[redacted]#access_token=[redacted]',
    ],
    ['https://a.test/?sig=s3cret;auth=s3cret', 'https://a.test/?sig=[redacted];auth=[redacted]'],
    ['sent to https://b:s3cret@a.test, twice', 'sent to https://[redacted]@a.test, twice'],
    ['https://a.test/hook?page=2', 'https://a.test/hook?page=2'],
    ['ann@a.test', 'ann@a.test'],
  ])('has no secret of a URL: %s', (given, shown) => {
    expect(redactUrls(given)).toBe(shown);
    expect(redactBody({ url: given, list: [given] })).toEqual({ url: shown, list: [shown] });
  });

  it('holds for the journal of a subscription with a password in its address', async () => {
    const sandbox = await createSandbox({ users: 1 });
    try {
      const headers = { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' };
      const url = 'http://ann:s3cret-1@127.0.0.1:1/hook?api_token=s3cret-2';
      const body = JSON.stringify({ name: 'a', events: ['user-payroll-submitted'], url });
      expect((await fetch(`${sandbox.url}/webhooks`, { method: 'POST', headers, body })).status).toBe(201);
      expect(await (await fetch(`${sandbox.url}/webhooks`, { headers })).text()).toContain('s3cret-1');
      const journal = await (await fetch(`${sandbox.url}/_sandbox/requests`, { headers })).text();
      expect(journal).toContain('/hook?api_token=[redacted]');
      expect(journal).not.toContain('s3cret');
    } finally {
      await sandbox.close();
    }
  });
});
