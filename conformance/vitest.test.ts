import { afterEach, expect, test } from 'vitest';
import { loadClauses } from '../spec/clauses.ts';
import { type FakeService, fakeKey, fakeService } from './testing/fake-service.ts';
import { conformanceTests, type TestApi, type VitestOptions } from './vitest.ts';

let service: FakeService;
afterEach(() => service.close());

/** Registers and runs as vitest would, and tells what became of each test. */
async function registered(
  breaks?: Parameters<typeof fakeService>[0],
  options: VitestOptions = {},
): Promise<Map<string, string>> {
  service = await fakeService(breaks);
  const hooks: (() => Promise<void>)[] = [];
  const tests = new Map<string, Parameters<TestApi['test']>[1]>();
  const api: TestApi = {
    describe: (_, body) => body(),
    beforeAll: (body) => void hooks.push(body),
    test: (name, body) => void tests.set(name.split(':')[0] as string, body),
  };
  const target = { baseUrl: service.url, apiKey: fakeKey };
  conformanceTests(api, () => target, {
    only: ['users.list.*'],
    arrange: 'none',
    runs: 2,
    seed: 1,
    ...options,
  });
  for (const hook of hooks) await hook();
  const outcomes = new Map<string, string>();
  for (const [name, body] of tests) {
    outcomes.set(name, 'pass');
    const annotate = async (message: string, type?: string) => outcomes.set(name, `${type}: ${message}`);
    await body({ skip: () => void outcomes.set(name, 'skip'), annotate }).catch((error: Error) =>
      outcomes.set(name, error.message),
    );
  }
  return outcomes;
}

test('every selected clause is a test that shows its verdict', async () => {
  const outcomes = await registered();
  expect(outcomes.get('users.list.count')).toBe('pass');
  expect(outcomes.get('users.list.total-count')).toBe('skip');
  const asked = loadClauses().filter(({ id }) => id.startsWith('users.list.'));
  expect(outcomes.size).toBe(asked.length);
});

test('a failing clause fails its test with the request that shows it', async () => {
  const outcomes = await registered(({ path }) =>
    path === '/users'
      ? { status: 200, body: { users: [], pagination: { offset: 1, limit: 1, count: 4, total_count: 0 } } }
      : undefined,
  );
  expect(outcomes.get('users.list.count')).toMatch(
    /expected the count of the page to be 0\ngot 4\n[\s\S]*curl -sS/,
  );
});

const silent: Parameters<typeof fakeService>[0] = ({ path }) =>
  path === '/users'
    ? { status: 200, body: { users: [], pagination: { offset: 77, limit: 77, count: 0, total_count: 0 } } }
    : undefined;

test('an implied clause that does not hold is a note beside its test, and fails it where asked', async () => {
  expect((await registered(silent)).get('users.list.echo')).toMatch(
    /^warning: users\.list\.echo is implied and does not hold \(The fields/,
  );
  await service.close();
  const failing = await registered(silent, { failOn: 'implied' });
  expect(failing.get('users.list.echo')).toMatch(/^expected /);
});

test('a target that cannot be used fails the run with its sentence', async () => {
  await expect(registered(() => ({ status: 401, body: { errors: ['no'] } }))).rejects.toThrow(/not accepted/);
});
