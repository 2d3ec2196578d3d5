import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { paintFor } from '../terminal/paint.ts';
import { jsonSink, redactText, sandboxLog, terminalSink } from './sandbox-log.ts';

const secrets = ['key-of-acme-77', 'password-of-acme-77'];

function collecting() {
  const lines: string[] = [];
  const plain = paintFor(new PassThrough());
  const sinks = [
    jsonSink(() => 0, { write: (text) => lines.push(text), flush() {} }),
    terminalSink(
      (text) => lines.push(text),
      plain,
      () => new Date(0),
    ),
  ];
  return {
    lines,
    sink: {
      write: (entry: Parameters<(typeof sinks)[0]['write']>[0]) =>
        sinks.forEach((one) => void one.write(entry)),
      flush() {},
    },
  };
}

describe('the log', () => {
  it('tells each request with its id and why it was refused, and none of its secrets', async () => {
    const { lines, sink } = collecting();
    await using stack = new AsyncDisposableStack();
    const sandbox = await createSandbox({
      log: sandboxLog('trace', sink, secrets),
      clients: [
        { name: 'acme', apiKey: secrets[0]!, member: { email: 'zoe@acme.test', password: secrets[1]! } },
      ],
    });
    stack.defer(() => sandbox.close());
    const call = async (
      path: string,
      method = 'GET',
      body?: object,
      headers: Record<string, string> = {},
    ) => {
      const response = await fetch(sandbox.url + path, {
        method,
        headers: { 'X-API-KEY': secrets[0]!, 'Content-Type': 'application/json', ...headers },
        ...(body && { body: JSON.stringify(body) }),
      });
      return {
        id: response.headers.get('x-request-id'),
        body: (await response.json()) as Record<string, unknown>,
      };
    };
    const signedIn = await call('/members/signin', 'POST', {
      username: 'zoe@acme.test',
      password: secrets[1],
    });
    const { id } = await call('/webhooks', 'POST', {
      name: 'x',
      signing_secret: 'signing-secret-77',
      encryption_key: 'bad-key-77',
    });
    await call(`/users?token=planted-77&signature=planted-77`);
    await call('/users', 'GET', undefined, { 'X-API-KEY': 'wrong-key-77' });
    const { body: page } = await call('/users');
    const userId = (page['users'] as { user_id: string }[])[0]!.user_id;
    const { body: issued } = await call(`/_sandbox/users/${userId}/tokens`, 'POST', {});
    const token = issued['token'] as string;
    await call(`/_sandbox/users/${userId}/authorisations`, 'POST', {});
    const presigned = await call(
      '/documents/bank-statements/presign',
      'PUT',
      { files: [{ file_name: 'a.pdf' }] },
      { Authorization: `Bearer ${token}` },
    );
    const [{ presigned_url: upload }] = presigned.body['presigned_urls'] as [{ presigned_url: string }];
    await fetch(upload, { method: 'PUT', body: 'no pdf' });
    await expect.poll(() => lines.some((line) => line.includes('/_storage'))).toBe(true);

    const all = lines.join('');
    expect(all).toContain(`"requestId":"${id}"`);
    expect(all).toContain('"operation":"createWebhook","client":"acme"');
    expect(all).toContain('Request is missing the required field [url]');
    expect(all).not.toMatch(/-77\b/);
    expect(all).not.toContain(token);
    expect(all).not.toContain(String(signedIn.body['jwt']));
    expect(all).not.toContain(new URL(upload).search.slice(1));
  });

  it('takes secrets out of errors too, by value and by looks', () => {
    const { lines, sink } = collecting();
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln';
    const texts = [
      `key ${secrets[0]} refused`,
      `Authorization: Bearer ${jwt}`,
      `PUT /_storage/a?expires=1&signature=planted-77`,
      `connect https://user:planted-77@crm.example/hook`,
      `{"signing_secret":"planted-77","password":'planted-77'}`,
      `x-api-key: planted-77`,
    ];
    const log = sandboxLog('error', sink, secrets);
    for (const text of texts)
      log.error?.(Object.assign(new Error(text), { config: { apiKey: 'planted-77' } }), 'id-1');
    expect(lines).toHaveLength(2 * texts.length);
    // The time of a line may hold 77 as well.
    expect(lines.join('')).not.toMatch(/planted|-77|eyJ/);
    expect(redactText('GET /users took 77 ms', secrets)).toBe('GET /users took 77 ms');
  });

  it('tells where a delivery went, and neither the user and password of that address nor what its query says', () => {
    const { lines, sink } = collecting();
    const log = sandboxLog('info', sink, secrets);
    const url = 'https://ann:planted-77@crm.example/hook?token=planted-77&sig=planted-77';
    log.delivery?.({ url, status: 204, durationMs: 1 });
    log.delivery?.({ url, status: null, error: `no answer from ${url}`, durationMs: 1 });
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).toContain('https://crm.example/hook');
    expect(lines.join('')).not.toMatch(/planted|-77|ann/);
  });

  it('leaves out what is below its level, and lets no caller move the cursor', () => {
    const { lines, sink } = collecting();
    const line = { requestId: 'id-1', method: 'GET', path: '/\u001b[2Jx\u009bq', durationMs: 1 };
    const log = sandboxLog('warn', sink, []);
    log.request?.({ ...line, status: 200 });
    expect(lines).toEqual([]);
    log.request?.({ ...line, status: 404 });
    expect(lines[1]).toContain('404 GET    /\\u001b[2Jx\\u009bq');
    expect(sandboxLog('error', sink, []).request).toBeUndefined();
  });
});
