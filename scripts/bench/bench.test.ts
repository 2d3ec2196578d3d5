import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sample } from '../../spec/testing/test-run.ts';
import { efforts, figureOf, interleave, median, ratios, shortfall } from './figure.ts';
import { chart, type Results, withCapacity, withFigures } from './page.ts';
import { questions } from './questions.ts';

const readText = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('the benchmark', () => {
  // Each section starts servers and takes up to half a minute.
  it.each(sample(Object.keys(questions), 1))(
    'answers the question about %s',
    async (name) => {
      const { figures } = await (await questions[name]!())(efforts.smoke);
      expect(new Set(figures.map(({ id }) => id)).size).toBe(figures.length);
      for (const { id, value } of figures) expect(value, id).toSatisfy(Number.isFinite);
    },
    180_000,
  );

  it('lets contestants take turns, another one first in each round', async () => {
    const turns: string[] = [];
    const samples = await interleave(['a', 'b', 'c'], 2, async (name, round) => {
      turns.push(name);
      return round;
    });
    expect(turns.join('')).toBe('abcbca');
    expect(samples).toEqual({ a: [0, 1], b: [0, 1], c: [0, 1] });
  });

  it('takes the median of the rounds, compares within a round, and says by how much a goal is missed', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(ratios([2, 9], [4, 3])).toEqual([0.5, 3]);
    expect(shortfall(figureOf('x', 'x', 'times', [0.6], { atLeast: 0.8 }))).toBeCloseTo(0.25);
    expect(shortfall(figureOf('x', 'x', 'ms', [600], { below: 500 }))).toBeCloseTo(0.2);
    expect(shortfall(figureOf('x', 'x', 'ms', [400], { below: 500 }))).toBeUndefined();
  });
});

describe('the published figures', () => {
  const results = JSON.parse(readText('../../docs/figures/bench.json')) as Results;

  it('are on their page and in the chart as the run left them', () => {
    const page = readText('../../docs/figures/README.md');
    expect(withFigures(page, results)).toBe(page);
    expect(chart(results.sections)).toBe(readText('../../docs/figures/bench.svg'));
    const guide = readText('../../docs/shared-sandbox.md');
    expect(withCapacity(guide, results)).toBe(guide);
  });
});
