import { describe, expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '../../simulator/sandbox.ts';
import { CleanupList } from '../arrange/cleanup-list.ts';
import { cleanUp } from '../deployment/clean-up.ts';
import type { RunOptions } from '../deployment/options.ts';
import { check } from '../judgement/check.ts';
import { expectRefusal, expectThat } from '../judgement/expect.ts';
import { fakeKey, fakeService } from '../testing/fake-service.ts';
import {
  countCheck as count,
  of,
  run,
  service,
  setsCheck as sets,
  startService,
} from '../testing/run-fake.ts';
import { runSuite } from './run-suite.ts';

describe('on the deployment of another owner', () => {
  const failing = check('users.patch.persists', { needs: ['users'] }).by(async ({ arrange }) => {
    await arrange.createUser();
    expectThat(false, 'a', 'b');
  });

  test('what was made is removed, whatever became of the check', async () => {
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

  test('with keep, what was made for a failing clause stays, and nothing else', async () => {
    const result = await run({ checks: [sets, failing] }, { keep: true });
    expect(of(result, 'users.patch.sets').verdict).toBe('pass');
    expect([...service().users.values()].map(({ forename }) => forename)).toEqual([undefined]);
  });

  test('what was made is removed even when the run is stopped in the middle', async () => {
    const stop = new AbortController();
    const endless = check('users.patch.persists', { needs: ['users'] }).by(async ({ arrange, call }) => {
      await arrange.createUser();
      stop.abort();
      await call('listUsers');
    });
    const result = await run({ checks: [endless, sets] }, { signal: stop.signal, concurrency: 1 });
    expect(service().users.size).toBe(0);
    expect([result.exitCode, result.stopped]).toEqual([3, 'The run was interrupted.']);
    expect(of(result, 'users.patch.sets').skip?.kind).toBe('stopped');
  });

  test('what cannot be removed is reported in a line, however much the deployment has to say about it', async () => {
    const made = new CleanupList();
    const refused = () => Promise.reject(new Error('Kept. '.repeat(50_000)));
    made.add({ kind: 'user', id: 'u-1'.repeat(50_000), remove: refused });
    await made.remove();
    expect(made.leftovers).toEqual([expect.stringMatching(/^user u-1.*Kept\./)]);
    expect(made.leftovers[0]!.length).toBeLessThan(500);
  });

  test('what was being made when the run was stopped is found by its mark', async () => {
    const stop = new AbortController();
    const unheard = check('users.patch.persists', { needs: ['users'] }).by(async ({ arrange }) => {
      const made = arrange.createUser();
      setTimeout(() => stop.abort(), 20);
      await made;
    });
    const result = await run({ checks: [unheard] }, { signal: stop.signal }, ({ path, method, body }) => {
      if (path !== '/_sandbox/users' || method !== 'POST') return undefined;
      // The user is there, and the answer never comes.
      service().users.set('u-9', { user_id: 'u-9', ...(body as object) });
      return 'hang';
    });
    expect(result.stopped).toBe('The run was interrupted.');
    expect(service().users.size).toBe(0);
  });

  test('clean-up removes what bears the mark, and nothing else', async () => {
    const { url: baseUrl, users } = await startService();
    for (let n = 0; n < 130; n++)
      users.set(`u-${n}`, { user_id: `u-${n}`, ext_id: n % 2 ? 'payrig-check-12ab' : `loan-${n}` });
    expect(await cleanUp({ baseUrl, apiKey: fakeKey })).toEqual({ users: 65, webhooks: 0 });
    expect([...users.values()].some(({ ext_id }) => String(ext_id).startsWith('payrig'))).toBe(false);
    expect(users.size).toBe(65);
  });

  test('a clock that was moved is reported, and put back by a reset only with permission', async () => {
    const moves = check('users.patch.persists', { needs: ['clock'], exclusive: 'clock' }).by(
      async ({ arrange }) => void (await arrange.moveClock({ by: 'P1D' })),
    );
    const day = 24 * 3_600_000;
    const clock = ({ path, method }: { path: string; method: string }) =>
      path === '/_sandbox/clock'
        ? {
            status: 200,
            body: { now: new Date(Date.now() + (method === 'POST' ? day : 0)).toISOString(), effects: [] },
          }
        : path === '/_sandbox/reset'
          ? { status: 200, body: { message: 'as before' } }
          : undefined;
    const resets = () => service().requests.filter(({ path }) => path === '/_sandbox/reset').length;
    const kept = await run({ checks: [moves] }, {}, clock);
    expect([kept.leftovers.join(), resets()]).toEqual([
      expect.stringMatching(/clock was moved forward by 24 hours/),
      0,
    ]);
    expect(kept.notes).toContain('The run moved the clock of the client forward by 24 hours.');
    const put = await run({ checks: [moves] }, { destructive: true }, clock);
    expect([put.leftovers, resets()]).toEqual([[], 1]);
    expect(put.notes.join()).toContain('forward by 24 hours, and put it back by a reset.');
  });

  test('a clock that was moved is put back with a snapshot, unless others used the client meanwhile', async () => {
    const sandbox = await createSandbox({ now: '2028-06-15T09:00:00Z', frozen: true, users: 0 });
    onTestFinished(() => sandbox.close());
    const target = { baseUrl: sandbox.url, apiKey: sandbox.apiKey };
    const headers = { 'X-API-KEY': sandbox.apiKey, 'Content-Type': 'application/json' };
    const ask = async (path: string, init?: RequestInit) =>
      (await fetch(`${sandbox.url}/_sandbox/${path}`, { headers, ...init })).json();
    const stop = new AbortController();
    const moving = (meanwhile: () => unknown = () => {}, moves = true) =>
      check('users.patch.persists', { needs: ['clock', 'terms'], exclusive: 'clock' }).by(
        async ({ arrange }) => {
          await arrange.createTerm();
          if (moves) await arrange.moveClock({ by: 'P300D' });
          await meanwhile();
        },
      );
    const judged = (meanwhile?: () => unknown, options: RunOptions = {}, moves = true) =>
      runSuite({ checks: [moving(meanwhile, moves)], probes: [] }, target, { seed: 1, ...options });
    for (const result of [await judged(), await judged(() => stop.abort(), { signal: stop.signal })]) {
      expect(await ask('clock')).toEqual({ now: '2028-06-15T09:00:00.000Z', frozen: true });
      expect(result.leftovers).toEqual([]);
      expect(result.notes.join()).toContain('forward by 300 days, and put it back: the client is as it was');
    }
    const unmoved = await judged(undefined, {}, false);
    expect([unmoved.leftovers, unmoved.notes.join()]).toEqual([[], expect.not.stringContaining('clock')]);
    const shared = await judged(() => ask('users', { method: 'POST', body: '{}' }));
    expect(shared.leftovers.join()).toContain('the client has other users or webhooks than before the run');
    expect(await ask('clock')).toMatchObject({ now: expect.stringMatching(/^2029-04/) });
  });

  test('a clock that runs is put back to the time that it would have without the run', async () => {
    const moves = check('users.patch.persists', { needs: ['clock'], exclusive: 'clock' }).by(
      async ({ arrange }) => void (await arrange.moveClock({ by: 'P1D' })),
    );
    const ahead = 3_600_000;
    await run({ checks: [moves] }, {}, ({ path, method }) => {
      if (path === '/_sandbox/snapshot')
        return { status: 200, body: method === 'GET' ? { frozen: false } : { message: 'loaded' } };
      if (path !== '/_sandbox/clock') return undefined;
      return { status: 200, body: { now: new Date(Date.now() + ahead).toISOString(), effects: [] } };
    });
    const last = service().requests.at(-1)!;
    expect([last.method, last.path]).toEqual(['POST', '/_sandbox/clock']);
    const to = Date.parse((last.body as { to: string }).to);
    expect(Math.abs(to - Date.now() - ahead)).toBeLessThan(60_000);
  });

  test('a member signs in anew once the clock was moved, since its token may have expired', async () => {
    const asks = check('users.list.echo', { needs: ['clock', 'member'], exclusive: 'clock' }).by(
      async ({ arrange, call }) => {
        await call('listUsers', { as: 'member' });
        await call('listUsers', { as: 'member' });
        await arrange.moveClock({ by: 'P1D' });
        await call('listUsers', { as: 'member' });
      },
    );
    // One token to see that the member can sign in, one for the check, and one after the move.
    let tokens = 0;
    const { url: baseUrl } = await startService(({ path }) => {
      if (path === '/members/signin') return { status: 200, body: { jwt: `token-${++tokens}` } };
      if (path === '/_sandbox/clock')
        return { status: 200, body: { now: new Date().toISOString(), effects: [] } };
      return undefined;
    });
    const target = { baseUrl, apiKey: fakeKey, member: { username: 'me', password: 'secret' } };
    const { clauses } = await runSuite({ checks: [asks], probes: [] }, target, { seed: 1 });
    const { verdict, skip } = clauses.find(({ clause }) => clause === 'users.list.echo')!;
    expect({ verdict, skip, tokens }).toEqual({ verdict: 'pass', skip: undefined, tokens: 3 });
  });

  test('users that were there before are deleted only with permission, and a reset brings them back', async () => {
    const deletes = check('users.delete.gone', { needs: ['expendable-users'] }).by(
      async ({ call }) => void (await call('deleteUser', { path: { user_id: 'somebody' } })),
    );
    const held = ({ path }: { path: string }) =>
      ['/users/somebody', '/_sandbox/reset'].includes(path)
        ? { status: 200, body: { message: 'done' } }
        : undefined;
    const sent = () =>
      service()
        .requests.map(({ path }) => path)
        .filter((path) => /somebody|reset/.test(path));
    const without = await run({ checks: [deletes] }, {}, held);
    expect(of(without, 'users.delete.gone').skip?.missing).toEqual(['expendable-users']);
    expect(sent()).toEqual([]);
    const result = await run({ checks: [deletes] }, { destructive: true }, held);
    expect(of(result, 'users.delete.gone').verdict).toBe('pass');
    expect([sent(), result.leftovers]).toEqual([['/users/somebody', '/_sandbox/reset'], []]);
  });

  test('read-only sends nothing that could change anything', async () => {
    const sly = check('users.list.echo').by(async ({ call }) => {
      await call('deleteUser', { path: { user_id: 'any' } });
    });
    const sneaky = check('users.list.at-most-limit').by(async ({ arrange }) => {
      await arrange.createUser();
    });
    const result = await run({ checks: [sly, sneaky, sets, count] }, { readOnly: true });
    expect(new Set(service().requests.map(({ method }) => method))).toEqual(new Set(['GET']));
    expect(of(result, 'users.list.echo').verdict).toBe('error');
    expect(of(result, 'users.list.at-most-limit').skip?.missing).toEqual(['writes']);
    expect(of(result, 'users.patch.sets').skip?.missing).toEqual(['writes']);
    expect(of(result, 'users.list.count').verdict).toBe('pass');
  });

  test('no secret is in the result', async () => {
    const telling = check('users.list.count').by(async ({ call }) => {
      expectRefusal(
        await call('listUsers', { headers: { 'X-Trace': fakeKey } }),
        {},
        `because of ${fakeKey}`,
      );
    });
    const result = await run({ checks: [telling] }, {}, ({ path }) =>
      path === '/users' ? { status: 200, body: { users: [], pagination: {}, echo: fakeKey } } : undefined,
    );
    expect(of(result, 'users.list.count').failure?.exchange?.curl).toContain('"X-API-KEY: $API_KEY"');
    expect(JSON.stringify(result)).not.toContain(fakeKey);
  });
});

describe('a target that breaks', () => {
  test('by cutting a connection fails the clause that met it, and the run goes on', async () => {
    const result = await run({ checks: [count, sets] }, { concurrency: 1 }, ({ path, method }) =>
      method === 'PATCH' && path.startsWith('/users/') ? 'cut' : undefined,
    );
    expect(of(result, 'users.patch.sets')).toMatchObject({
      verdict: 'fail',
      failure: { actual: expect.stringContaining('the connection was cut') },
    });
    expect(of(result, 'users.list.count').verdict).toBe('pass');
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

  test('when it has one answer for everything', async () => {
    const body = { providers: [], parent_provider_meta: [], employers: [] };
    expect(await sentence(() => ({ status: 200, body }))).toMatch(/answers the same to everything/);
  });

  test('when it is a mock', async () => {
    const mock = ({ path }: { path: string }) =>
      /^\/(authorisations|expenditure)\//.test(path)
        ? { status: 200, body: { of: path.split('/')[1] } }
        : undefined;
    expect(await sentence(mock)).toMatch(/seems to be a mock/);
  });

  test('when the member is wrong', async () => {
    const { url: baseUrl } = await startService(({ path }) =>
      path === '/members/signin' ? { status: 401, body: { errors: ['wrong password'] } } : undefined,
    );
    const member = { username: 'ada@example.com', password: 'secret' };
    const result = await runSuite({ checks: [count], probes: [] }, { baseUrl, apiKey: fakeKey, member });
    expect([result.exitCode, result.totals.judged]).toEqual([3, 0]);
    expect(result.summary).toBe('The member given with --member cannot sign in (401: wrong password).');
  });

  test('when no key was given, which is bad usage', async () => {
    const { url: baseUrl } = await startService();
    const result = await runSuite({ checks: [count], probes: [] }, { baseUrl });
    expect([result.exitCode, result.summary]).toEqual([2, 'No API key was given; give one with --api-key.']);
  });

  test('when it goes away in the middle of the run', async () => {
    let asked = 0;
    const result = await run({ checks: [count, sets] }, { timeoutMs: 1000, concurrency: 1 }, ({ path }) =>
      path === '/users' && ++asked > 2 ? 'hang' : undefined,
    );
    expect(of(result, 'users.list.count').skip?.kind).toBe('no-answer');
    expect(result.exitCode).toBe(3);
  });
});
