import { expect, test } from 'vitest';
import { allCases, isPlain } from './cases/index.ts';
import { casesInTurns } from './cases-in-turns.ts';

test('the plain cases and one of each clause come in the first turn, and none whose clauses all had theirs', () => {
  const turns = casesInTurns(allCases(1));
  const first = [...turns].filter(([, turn]) => turn === 0).map(([one]) => one);
  const clauses = (cases: typeof first) => new Set(cases.flatMap(({ judges }) => Object.keys(judges)));
  expect(clauses(first)).toEqual(clauses([...turns.keys()]));
  expect(first.filter((one) => !isPlain(one)).length).toBeLessThanOrEqual(clauses(first).size);
  expect(first.filter(isPlain)).toEqual([...turns.keys()].filter(isPlain));
  expect(turns.size).toBeGreaterThan(4 * first.length);
});
