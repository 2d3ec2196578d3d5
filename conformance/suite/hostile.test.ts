import { afterEach, describe, expect, test } from 'vitest';
import { few, sample } from '../../spec/testing/test-run.ts';
import { checks } from '../checks/all-checks.ts';
import type { RunResult } from '../judgement/result.ts';
import { consoleReport } from '../report/console.ts';
import { htmlReport } from '../report/html-report.ts';
import { junitReport } from '../report/junit.ts';
import { isPrintableLine } from '../target/printable.ts';
import { hostileService, hostilities } from '../testing/hostile-service.ts';
import { countCheck, of } from '../testing/run-fake.ts';
import { probes } from './learn/probes/index.ts';
import { runSuite } from './run-suite.ts';

let service: Awaited<ReturnType<typeof hostileService>> | undefined;
afterEach(() => service?.close());

/** Nothing that a report is made of steers a terminal, or breaks out of its format. */
function expectHarmless(result: RunResult): void {
  for (const line of consoleReport(result).split('\n')) expect(isPrintableLine(line), line).toBe(true);
  const [xml, page] = [junitReport(result), htmlReport(result)];
  for (const text of [xml, page]) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
    expect(/.{0,40}[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/.exec(text)?.[0]).toBeUndefined();
    expect(text.includes('<script>alert')).toBe(false);
  }
}

describe('a service that means harm', () => {
  test.each(sample(Object.entries(hostilities), 2))(
    'gets a verdict or a sentence for %s',
    async (_, hostility) => {
      const good = JSON.stringify({ providers: [], parent_provider_meta: [], employers: [] });
      service = await hostileService(
        (_count, { url }) => (url?.startsWith('/users') ? hostility : undefined),
        (response, _socket, { url }) => {
          const known = url === '/providers' || url === '/configuration';
          response.writeHead(known ? 200 : 404).end(known ? good : '{"errors": ["There is none."]}');
        },
      );
      const started = performance.now();
      const result = await runSuite(
        { checks: [countCheck], probes: [] },
        { baseUrl: service.url, apiKey: 'any-key' },
        // A busy machine may take half a second for what is answered well.
        { seed: 1, timeoutMs: 1500, arrange: 'none' },
      );
      expect(performance.now() - started).toBeLessThan(20_000);
      const { verdict, skip } = of(result, 'users.list.count');
      expect([verdict, skip?.kind]).toEqual(verdict === 'skip' ? ['skip', 'no-answer'] : ['fail', undefined]);
      expect(result.exitCode).toBe(verdict === 'skip' ? 3 : 1);
      expectHarmless(result);
    },
  );

  test('gets verdicts from the whole suite, which does not break whatever comes in turn', async () => {
    const quick = Object.entries(hostilities).filter(([name]) => !/drip|endless body/.test(name));
    const health = JSON.stringify({
      status: 'ok',
      now: '2026-11-15T10:00:00.000Z',
      environment: 'sandbox',
      profile: {},
    });
    service = await hostileService(
      (count, { url }) => (url === '/_sandbox/health' ? undefined : quick[count % quick.length]?.[1]),
      (response) => void response.writeHead(200).end(health),
    );
    const result = await runSuite(
      { checks: sample(checks, 120), probes },
      { baseUrl: service.url, apiKey: 'any-key' },
      {
        seed: 1,
        runs: few(1, 2),
        timeoutMs: 20_000,
        patienceMs: 100,
        mostShrinks: 2,
        preflight: false,
        arrange: 'sandbox',
      },
    );
    const broke = result.clauses.filter(({ verdict }) => verdict === 'error');
    expect(broke.map(({ clause, error }) => `${clause} ${error?.stack}`)).toEqual([]);
    expect([result.exitCode, result.stopped, result.totals.pass < 20]).toEqual([1, undefined, true]);
    expectHarmless(result);
  }, 60_000);

  test.each(sample(Object.entries(hostilities), 1).concat([['a drip', hostilities['a drip']!]]))(
    'does not keep a run long past --max-time with %s',
    async (_, hostility) => {
      const good = JSON.stringify({ status: 'ok', environment: 'sandbox', profile: {} });
      // It makes what it is asked to make, and does not let go of it: the clean-up gets no answer.
      service = await hostileService(
        (_count, { method, url }) =>
          method !== 'GET' || !/health|providers/.test(url ?? '') ? hostility : undefined,
        (response) => void response.writeHead(200).end(good),
      );
      const started = performance.now();
      const { exitCode } = await runSuite(
        { checks, probes },
        { baseUrl: service.url, apiKey: 'any-key' },
        { seed: 1, maxTimeMs: 2000, preflight: false, arrange: 'sandbox' },
      );
      expect([1, 3]).toContain(exitCode);
      expect(performance.now() - started).toBeLessThan(2000 + 9000);
    },
    60_000,
  );
});
