import { describe, expect, test } from 'vitest';
import { check } from '../check.ts';
import { expectRefusal, expectThat } from '../expect.ts';
import { fakeKey, fakeService } from '../testing/fake-service.ts';
import { countCheck as count, of, run, service, setsCheck as sets } from '../testing/run-fake.ts';
import type { RunOptions } from './options.ts';
import { runSuite } from './run-conformance.ts';

describe('on somebody else’s deployment', () => {
  test('what was made is removed, whatever became of the check', async () => {
    const failing = check({
      clause: 'users.patch.persists',
      needs: ['users'],
      scenario: async ({ arrange }) => {
        await arrange.createUser();
        expectThat(false, 'a', 'b');
      },
    });
    await run({ checks: [sets, failing] });
    expect(service().users.size).toBe(0);
    const made = service().requests.filter(
      ({ path, method }) => path === '/_sandbox/users' && method === 'POST',
    );
    expect(made.map(({ body }) => (body as { ext_id: string }).ext_id)).toEqual([
      expect.stringMatching(/^payrig-check-/),
      expect.stringMatching(/^payrig-check-/),
    ]);
  });

  test('what was made is removed even when the run is stopped in the middle', async () => {
    const stop = new AbortController();
    const endless = check({
      clause: 'users.patch.persists',
      needs: ['users'],
      scenario: async ({ arrange, call }) => {
        await arrange.createUser();
        stop.abort();
        await call('listUsers');
      },
    });
    const result = await run({ checks: [endless, sets] }, { signal: stop.signal, concurrency: 1 });
    expect(service().users.size).toBe(0);
    expect([result.exitCode, result.stopped]).toEqual([3, 'The run was interrupted.']);
    expect(of(result, 'users.patch.sets').skip?.kind).toBe('stopped');
  });

  test('read-only sends nothing that could change anything', async () => {
    const sly = check({
      clause: 'users.list.echo',
      scenario: async ({ call }) => {
        await call('deleteUser', { path: { user_id: 'any' } });
      },
    });
    const sneaky = check({
      clause: 'users.list.at-most-limit',
      scenario: async ({ arrange }) => {
        await arrange.createUser();
      },
    });
    const result = await run({ checks: [sly, sneaky, sets, count] }, { readOnly: true });
    expect(new Set(service().requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(of(result, 'users.list.echo').verdict).toBe('error');
    expect(of(result, 'users.list.at-most-limit').skip?.missing).toEqual(['writes']);
    expect(of(result, 'users.patch.sets').skip?.missing).toEqual(['writes']);
    expect(of(result, 'users.list.count').verdict).toBe('pass');
  });

  test('no secret is in the result', async () => {
    const telling = check({
      clause: 'users.list.count',
      scenario: async ({ call }) => {
        expectRefusal(
          await call('listUsers', { headers: { 'X-Trace': fakeKey } }),
          {},
          `because of ${fakeKey}`,
        );
      },
    });
    const result = await run({ checks: [telling] }, {}, ({ path }) =>
      path === '/users' ? { status: 200, body: { users: [], pagination: {}, echo: fakeKey } } : undefined,
    );
    expect(of(result, 'users.list.count').failure?.exchange?.curl).toContain('"X-API-KEY: $API_KEY"');
    expect(JSON.stringify(result)).not.toContain(fakeKey);
  });
});

describe('a target that cannot be used gets one sentence', () => {
  const sentence = async (
    breaks: Parameters<typeof fakeService>[0],
    options: RunOptions = {},
  ): Promise<string> => {
    const result = await run({ checks: [count] }, options, breaks);
    expect(result.exitCode).toBe(3);
    expect(result.totals.judged).toBe(0);
    return result.summary;
  };

  test('when it is down', async () => {
    const { url: baseUrl, close } = await fakeService();
    await close();
    const result = await runSuite({ checks: [count], probes: [] }, { baseUrl, apiKey: 'any-key' });
    expect(result.summary).toMatch(/cannot be reached: nothing listens there/);
  });

  test('when it is too slow', async () => {
    expect(await sentence(() => 'hang', { timeoutMs: 50 })).toMatch(/is too slow/);
  });

  test('when a proxy answers in its place', async () => {
    const page = {
      status: 200,
      text: '<!doctype html><title>Sign in</title>',
      headers: { 'Content-Type': 'text/html' },
    };
    expect(await sentence(() => page)).toMatch(/answers with a web page \("Sign in"\)/);
  });

  test('when the key is wrong', async () => {
    expect(await sentence(() => ({ status: 401, body: { errors: ['wrong value'] } }))).toMatch(
      /--api-key is not accepted \(401: wrong value\)/,
    );
  });

  test('when it goes away in the middle of the run', async () => {
    let asked = 0;
    const result = await run({ checks: [count, sets] }, { timeoutMs: 50, concurrency: 1 }, ({ path }) =>
      path === '/users' && ++asked > 2 ? 'hang' : undefined,
    );
    expect(of(result, 'users.list.count').skip?.kind).toBe('no-answer');
    expect(result.exitCode).toBe(3);
  });
});
