import { expect, test } from 'vitest';
import { coverageProblems } from './coverage.ts';

test('every clause has a check, every check a clause, and every point that can be learnt a probe', () => {
  expect(coverageProblems()).toEqual([]);
});
