import { describe, expect, it } from 'vitest';
import { sample } from '../../spec/testing/test-run.ts';
import { costsOf, growth, MOST_GROWTH, readerCases } from './testing/reader-costs.ts';

declare module 'vitest' {
  interface TaskMeta {
    /** A row of docs/figures/readers.md. */
    costs?: string[];
  }
}

describe('the cost of a reader grows with its input, and not with the square of it', () => {
  it.for(sample(readerCases, 10))('$reader: $shape', async (one, { task }) => {
    const costs = await costsOf(one);
    const figures = [growth(costs).toFixed(2), ...costs.map((cost) => cost.toFixed(3))];
    task.meta.costs = [one.reader, one.shape, ...figures];
    expect(growth(costs), `milliseconds for ${one.n} and ${8 * one.n}: ${costs}`).toBeLessThan(MOST_GROWTH);
  });

  // A pause of the machine while the small input is read makes the growth seem less; it does not do so five times.
  it('fails for one that takes the square', async () => {
    const given = (n: number) => () => /[a-z]*:/.test('a'.repeat(n));
    const seen: number[] = [];
    while (seen.length < 5 && !seen.some((one) => one > MOST_GROWTH)) {
      seen.push(growth(await costsOf({ reader: '', shape: '', n: 1000, given })));
    }
    expect(Math.max(...seen)).toBeGreaterThan(MOST_GROWTH);
  });
});
