import { describe, expect, it } from 'vitest';
import { trustScoreOf } from './trust-score.ts';

const ids = Array.from({ length: 20_000 }, (_, index) => `payslip-${index}`);
const wordsOf = (count: number): string[] => Array.from({ length: count }, (_, rank) => `word-${rank}`);

/** How many of a hundred payslips have each word. */
function shares(origin: 'connection' | 'upload', words: string[]): number[] {
  const found = ids.map((id) => trustScoreOf(id, origin, words));
  expect(new Set(found).size).toBeLessThanOrEqual(words.length);
  return words.map((word) => (100 * found.filter((one) => one === word).length) / ids.length);
}

describe('how far a payslip is trusted', () => {
  it.each([1, 2, 3, 4, 5, 7])('uses each of %d words, and no other', (count) => {
    for (const origin of ['connection', 'upload'] as const) {
      const found = shares(origin, wordsOf(count));
      for (const share of found) expect(share).toBeGreaterThan(0);
      expect(found.reduce((sum, one) => sum + one)).toBeCloseTo(100);
    }
  });

  it('is mostly the best word for what a provider says, and seldom for what was uploaded', () => {
    expect(shares('connection', wordsOf(3))[0]).toBeGreaterThan(90);
    const [best = 0, middle = 0, worst = 0] = shares('upload', wordsOf(3));
    expect(middle).toBeGreaterThan(best + worst);
  });

  it('is always the same for the same payslip', () => {
    for (const id of ids.slice(0, 50))
      expect(trustScoreOf(id, 'upload', wordsOf(5))).toBe(trustScoreOf(id, 'upload', wordsOf(5)));
  });
});
