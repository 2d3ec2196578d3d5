import fc from 'fast-check';
import { afterEach } from 'vitest';
import type { RunOptions } from '../deployment/options.ts';
import { check } from '../judgement/check.ts';
import { expectEqual, expectSuccess } from '../judgement/expect.ts';
import type { ClauseResult, RunResult } from '../judgement/result.ts';
import { runSuite, type Suite } from '../suite/run-suite.ts';
import { type FakeAnswer, type FakeRequest, type FakeService, fakeKey, fakeService } from './fake-service.ts';

let current: FakeService | undefined;

/** The service of the latest run. */
export const service = (): FakeService => current as FakeService;

export async function startService(
  breaks?: (request: FakeRequest) => FakeAnswer | 'hang' | 'cut' | undefined,
): Promise<FakeService> {
  await stopService();
  current = await fakeService(breaks);
  return current;
}

export async function stopService(): Promise<void> {
  await current?.close();
  current = undefined;
}

afterEach(stopService);

/** A property over pages. */
export const countCheck = check('users.list.count', {
  given: fc.record({ offset: fc.integer({ min: 1, max: 50 }), limit: fc.integer({ min: 1, max: 100 }) }),
}).by(async ({ call }, query) => {
  const answer = await call('listUsers', { query });
  const { pagination, users } = expectSuccess(answer, 200);
  expectEqual(pagination.count, users.length, 'the count', answer);
});

/** A scenario with a user of its own. */
export const setsCheck = check('users.patch.sets', { needs: ['users'] }).by(async ({ call, arrange }) => {
  const { user_id } = await arrange.createUser();
  expectSuccess(await call('updateUser', { path: { user_id }, body: { forename: 'Ada' } }), 200);
});

/** Runs a suite of a test's own against a fake service that breaks on demand. */
export async function run(
  suite: Partial<Suite>,
  options: RunOptions = {},
  breaks?: (request: FakeRequest) => FakeAnswer | 'hang' | 'cut' | undefined,
): Promise<RunResult> {
  const { url: baseUrl } = await startService(breaks);
  const target = { baseUrl, apiKey: fakeKey };
  return runSuite({ checks: [], probes: [], ...suite }, target, { seed: 1, ...options });
}

export const of = (result: RunResult, id: string): ClauseResult =>
  result.clauses.find(({ clause }) => clause === id) as ClauseResult;

/** Counts wrongly on pages of more than seven. */
export const wrongCount = ({ path, query }: FakeRequest): FakeAnswer | undefined =>
  path === '/users' && Number(query.get('limit')) > 7
    ? { status: 200, body: { pagination: { offset: 1, limit: 1, count: 9, total_count: 0 }, users: [] } }
    : undefined;
