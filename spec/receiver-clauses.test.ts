import { expect, test } from 'vitest';
import { loadClauses } from './clauses.ts';
import { parseReceiverClauses } from './parse-clauses.ts';
import { loadReceiverClauses } from './receiver-clauses.ts';

test('every clause has its own id, which the suite does not use', () => {
  const ids: string[] = loadReceiverClauses().map(({ id }) => id);
  const suite = new Set<string>(loadClauses().map(({ id }) => id));
  expect(ids.filter((id) => suite.has(id))).toEqual([]);
});

test('what does not fit is reported', () => {
  const clause = { ...loadReceiverClauses()[0] };
  const read = (change: object) => () => parseReceiverClauses(JSON.stringify([{ ...clause, ...change }]));
  expect(read({})).not.toThrow();
  expect(read({ section: 'Elsewhere' })).toThrow(/do not fit/);
  expect(read({ danger: undefined })).toThrow(/danger/);
  expect(read({ level: 'implied' })).toThrow(/why/);
  expect(() => parseReceiverClauses(JSON.stringify([clause, clause]))).toThrow(/come twice/);
});
