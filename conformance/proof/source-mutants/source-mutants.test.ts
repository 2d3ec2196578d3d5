import { expect, test } from 'vitest';
import { mutantKey, type SourceMutant, sourceMutant } from './instrumented-tree.ts';
import type { Fate, SourceOutcome } from './judge.ts';
import { drawn } from './run-source-mutants.ts';
import { classification, isProved, parseClassification, scoreOf, sourceReport } from './score.ts';

const text = 'const a = 1;\n  return a > 1 &&\n    b(a);\n';
const at = (line: number, column: number) => ({ line, column });
const made = (id: string, replacement: string) =>
  sourceMutant(
    {
      id,
      fileName: 'simulator/x.ts',
      mutatorName: 'LogicalOperator',
      replacement,
      location: { start: at(1, 9), end: at(2, 8) },
    },
    text,
  );
const mutant: SourceMutant = made('7', 'a > 1 ||\n b(a)');

test('a mutant knows the text that it replaces, and is named without line numbers', () => {
  expect(mutant).toMatchObject({ line: 2, original: 'a > 1 &&\n    b(a)', source: 'return a > 1 &&' });
  expect(mutantKey(mutant)).toBe('simulator/x.ts: return a > 1 && :: a > 1 && b(a) => a > 1 || b(a)');
});

test('a draw is the same for a seed, another for another, and does not shift when mutants come or go', () => {
  const many = Array.from({ length: 200 }, (_, number) => made(String(number), `replacement ${number}`));
  const first = drawn(many, { count: 20, seed: 1 });
  expect(drawn(many, { count: 20, seed: 1 })).toEqual(first);
  expect(drawn(many, { count: 20, seed: 2 })).not.toEqual(first);
  const without = many.filter((one) => first.includes(one) || Number(one.id) % 2 === 0);
  expect(drawn(without, { count: 20, seed: 1 })).toEqual(first);
  // Neighbours in the source are not neighbours in the draw.
  const gaps = first.slice(1).filter((one, before) => Number(one.id) - Number(first[before]?.id) === 1);
  expect(gaps.length).toBeLessThan(4);
});

const outcome = (fate: Fate, more: Partial<SourceOutcome> = {}): SourceOutcome => ({
  mutant,
  fate,
  clauses: ['users.patch.persists'],
  hidden: [],
  ...more,
});

test('a mutant that survives or is not reached counts against the suite until it is classified as breaking no stated sentence', () => {
  const outcomes = [
    outcome('killed', { by: 'users.patch.persists' }),
    outcome('killed', { by: 'races.users.one-order' }),
    outcome('broken'),
    outcome('survived'),
    outcome('unreachable'),
  ];
  expect(scoreOf(outcomes, new Map())).toMatchObject({ killedByImplied: 1, caught: 2 / 4 });
  const open = new Map([[mutantKey(mutant), { kind: 'open-point' as const, why: 'not shown' }]]);
  expect(scoreOf([...outcomes, outcome('set-aside')], open)).toMatchObject({
    survivors: { 'open-point': 3 },
    'set-aside': 1,
    caught: 1,
  });
});

test('a run proves something only if it was not cut short and nothing stated was missed', () => {
  const run = (asked: number, ...fates: readonly Fate[]) => ({
    ...{ seed: 3, total: 9, earlier: 0, durationMs: 1200 },
    asked,
    outcomes: fates.map((fate) => outcome(fate)),
  });
  const known = new Map([[mutantKey(mutant), { kind: 'equivalent' as const, why: 'the same' }]]);
  expect(isProved(run(2, 'killed', 'broken'), new Map())).toBe(true);
  expect(isProved(run(3, 'killed', 'broken'), new Map())).toBe(false);
  for (const fate of ['survived', 'timed-out', 'unreachable'] as const) {
    expect(isProved(run(2, 'killed', fate), new Map())).toBe(false);
    expect(isProved(run(2, 'killed', fate), known)).toBe(true);
  }
  // Where nothing was caught, nothing is proved.
  expect(isProved(run(1, 'set-aside'), known)).toBe(false);
});

test('the report lists each survivor with its edit and the areas that ran over it', () => {
  const run = {
    seed: 3,
    total: 9,
    asked: 2,
    earlier: 0,
    durationMs: 1200,
    outcomes: [outcome('survived'), outcome('killed')],
  };
  const report = sourceReport(run, new Map());
  expect(report).toContain('simulator/x.ts\n  2: return a > 1 &&\n');
  expect(report).toContain('LogicalOperator: a > 1 && b(a)  =>  a > 1 || b(a)');
  expect(report).toContain('not classified; 1 clauses ran over it, of users');
  expect(report).toContain('2 of 9 mutants, drawn with the seed 3, in 1 s:');
});

test('the file of survivors names kinds that there are, each with its reason', () => {
  expect(() => classification()).not.toThrow();
  expect(() => parseClassification('- { mutant: x, is: harmless, why: y }')).toThrow('no kind that there is');
});
