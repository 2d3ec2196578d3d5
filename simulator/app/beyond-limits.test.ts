import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../sandbox.ts';
import { postgresStore } from '../store/adapters/postgres/postgres-store.ts';
import { postgresPlace } from '../store/testing/postgres-place.ts';

const TIMEOUT_MS = 500;

it('beyond what the database takes, callers are refused with a sentence and a time to try again, all within seconds', async () => {
  const { url, schema, remove } = await postgresPlace();
  const store = await postgresStore(url, { schema, poolSize: 2, timeoutMs: TIMEOUT_MS });
  const sandbox = await createSandbox({ users: 40, store });
  const blocker = new pg.Client(url);
  await blocker.connect();
  onTestFinished(async () => {
    await blocker.end();
    await sandbox.close();
    await store.close();
    await remove();
  });
  const headers = { 'x-api-key': sandbox.apiKey, 'content-type': 'application/json' };
  const ask = async (path: string, init: RequestInit = {}) => {
    const began = performance.now();
    const response = await fetch(`${sandbox.url}${path}`, { headers, ...init });
    const { errors } = (await response.json()) as { errors?: string[] };
    const { status } = response;
    return { status, errors, retry: response.headers.get('retry-after'), took: performance.now() - began };
  };
  const { users } = (await (await fetch(`${sandbox.url}/users?limit=40`, { headers })).json()) as {
    users: { user_id: string }[];
  };
  const patch = (user: string, surname: string) =>
    ask(`/users/${user}`, { method: 'PATCH', body: JSON.stringify({ surname }) });
  expect((await patch(users[0]!.user_id, 'Reed')).status).toBe(200);
  await blocker.query(`begin; select 1 from ${schema}.lock_shard for update`);
  const answers = await Promise.all([
    ...users.flatMap(({ user_id }) => ['Reid', 'Read', 'Rhead'].map((surname) => patch(user_id, surname))),
    ...users.map(() => ask('/users?limit=10')),
  ]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThanOrEqual(3 * users.length);
  for (const { status, errors, retry } of refused)
    expect([status, errors, retry]).toEqual([503, [expect.stringMatching(/try again later/)], '1']);
  // One wait for a connection, one for the lock, and the answer of a machine that has other things to do.
  expect(Math.max(...answers.map(({ took }) => took))).toBeLessThan(20 * TIMEOUT_MS);
  await blocker.query('rollback');
  await expect.poll(async () => (await patch(users[0]!.user_id, 'Reed-Hall')).status).toBe(200);
});
