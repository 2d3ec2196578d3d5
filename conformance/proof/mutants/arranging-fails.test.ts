import { expect, test } from 'vitest';
import { createSandbox } from '../../../simulator/sandbox.ts';
import { sample, testSeed } from '../../../spec/testing/test-run.ts';
import type { RunResult } from '../../judgement/result.ts';
import { runConformance } from '../../suite/run-conformance.ts';
import { combined, type Defect, instead, onAnswer, onRequest } from './mutant.ts';
import { standardTarget } from './run-mutant.ts';

/** Judges some clauses of a broken sandbox, and tells the paths that it was asked for. */
async function judged(only: readonly string[], ...defects: readonly Defect[]) {
  const paths: string[] = [];
  const follows = onRequest('*', ({ url }) => void paths.push(url));
  const unknownPath = onRequest(/\/$/, ({ url }) => void paths.push(url));
  await using sandbox = await createSandbox({ users: 5, ...combined([follows, unknownPath, ...defects]) });
  const result = await runConformance(standardTarget(sandbox), {
    only,
    runs: 1,
    seed: testSeed,
    patienceMs: 300,
  });
  return { result, paths };
}

const having = (result: RunResult, verdict: string): string[] =>
  result.clauses.filter((one) => one.verdict === verdict).map(({ clause }) => clause);

/** An id that is no id. */
const hasNoId = (path: string): boolean => /\/(\/|$|\?|undefined|null)/.test(path);

const stories: Record<string, () => Promise<void>> = {
  'where no webhook can be created, that is what fails, and no webhook without an id is deleted':
    async () => {
      const refuses = onAnswer('createWebhook', (answer) =>
        answer.status === 201 ? { ...answer, status: 400, body: { errors: ['Not today'] } } : answer,
      );
      const { result, paths } = await judged(
        ['auth.api-key.*', 'errors.body.shape', 'webhooks.create.answer'],
        refuses,
      );
      expect(having(result, 'fail')).toEqual(['webhooks.create.answer']);
      expect(paths.filter(hasNoId)).toEqual([]);
    },
  'where answers lack their ids, no request is sent without one': async () => {
    const withoutIds = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value), (key, inner) => (/(^|_)id$/.test(key) ? undefined : inner));
    const loses = onAnswer('*', (answer) =>
      answer.status < 300 ? { ...answer, body: withoutIds(answer.body) } : answer,
    );
    const areas = [
      'webhooks.create.answer',
      'webhooks.delete.removes',
      'payroll.query.makes-entry',
      'auth.api-key.webhooks',
    ];
    const { result, paths } = await judged(areas, loses);
    expect(having(result, 'error')).toEqual([]);
    expect(having(result, 'fail')).toEqual(
      expect.arrayContaining(['webhooks.create.answer', 'payroll.query.makes-entry']),
    );
    expect(paths.filter(hasNoId)).toEqual([]);
  },
  'where signing in demands a key, that is what fails, and the run goes on': async () => {
    const demands = instead('signInMember', ({ headers }) =>
      headers['x-api-key'] === undefined
        ? { status: 401, body: { errors: ['No X-API-KEY header provided or wrong value'] } }
        : undefined,
    );
    const { result } = await judged(['auth.*', 'providers.*'], demands);
    expect(having(result, 'fail')).toEqual(['auth.sign-in-is-open']);
    expect(result.exitCode).toBe(1);
    expect(having(result, 'pass')).toEqual(
      expect.arrayContaining(['auth.member-token.somewhere', 'providers.answer']),
    );
  },
};

test.for(sample(Object.entries(stories), 1))('%s', ([, holds]) => holds());
