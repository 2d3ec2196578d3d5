import { describe, expect, it } from 'vitest';
import { MemoryTrend } from './memory-trend.ts';

function trendOf(bytesAt: (sample: number) => number, samples = 100): MemoryTrend {
  const trend = new MemoryTrend();
  for (let n = 0; n < samples; n += 1) trend.add(bytesAt(n) * (1 << 20));
  return trend;
}

describe('the trend of memory', () => {
  it('is flat when it goes up and down around the same', () => {
    expect(trendOf((n) => 150 + (n % 10) * 5).isFlat()).toBe(true);
  });

  it('is flat when all growth comes while it warms up', () => {
    expect(trendOf((n) => Math.min(200, 80 + n * 6)).isFlat()).toBe(true);
  });

  it('is not flat when it grows without end', () => {
    expect(trendOf((n) => 100 + n * 2).isFlat()).toBe(false);
  });

  it('says nothing of a few samples', () => {
    expect(trendOf((n) => 100 + n * 50, 10).medians()).toBeUndefined();
  });
});
