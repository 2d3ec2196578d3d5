import { expect, test } from 'vitest';
import { consoleReport } from '../report/console.ts';
import { githubAnnotations, markdownSummary } from '../report/github.ts';
import { htmlReport } from '../report/html-report.ts';
import { junitReport } from '../report/junit.ts';
import { runSuite } from '../suite/run-suite.ts';
import { fakeKey } from '../testing/fake-service.ts';
import { countCheck, setsCheck, startService, wrongCount } from '../testing/run-fake.ts';
import { redactedConfig } from './redacted-config.ts';

test('no report shows the user and password of an address, or the secrets of its query', async () => {
  const { url } = await startService(wrongCount);
  const baseUrl = url.replace('//', '//ann:s3cret-1@s3cret-2@');
  const result = await runSuite(
    { checks: [countCheck, setsCheck], probes: [] },
    { baseUrl, apiKey: fakeKey },
    { seed: 1, receiverUrl: 'https://ann:s3cret-6@hooks.example/in?key=s3cret-7&page=2' },
  );
  const forms = {
    json: JSON.stringify(result),
    console: consoleReport(result),
    junit: junitReport(result),
    html: htmlReport(result),
    github: githubAnnotations(result) + markdownSummary(result),
  };
  for (const [form, text] of Object.entries(forms))
    expect(/.{0,60}s3cret.{0,20}/.exec(text)?.[0], form).toBeUndefined();
  expect(result.config).toMatchObject({
    baseUrl: url,
    receiverUrl: 'https://hooks.example/in?key=[redacted]&page=2',
  });
  const production = { baseUrl: 'https://s3cret-3@prod.example/?token=s3cret-4', apiKey: 's3cret-5-key' };
  expect(JSON.stringify(redactedConfig({ baseUrl, production }, {}))).not.toContain('s3cret');
  expect(result.clauses.some(({ verdict }) => verdict === 'fail')).toBe(true);
});

test.each(['apiKey', 'otherApiKey', 'production', 'member'])(
  'a secret that is too short to be hidden is refused: %s',
  async (which) => {
    const { url: baseUrl } = await startService(wrongCount);
    for (const short of ['a', 'abcd']) {
      const given = {
        apiKey: { apiKey: short },
        otherApiKey: { otherApiKey: short },
        production: { production: { baseUrl, apiKey: short } },
        member: { member: { username: 'ann', password: short } },
      }[which];
      const target = { baseUrl, apiKey: fakeKey, ...given };
      const result = await runSuite({ checks: [countCheck], probes: [] }, target, { seed: 1 });
      expect([result.exitCode, result.summary]).toEqual([
        2,
        expect.stringMatching(/fewer than 5 characters/),
      ]);
    }
  },
);
