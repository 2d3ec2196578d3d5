import { describe, expect, it } from 'vitest';
import { completeProfile } from '../../spec/profile.ts';
import { amountsOf, checkAges, shippedModel } from './model.ts';

describe('the shipped model', () => {
  it('gives the fitted amounts, rounded to the penny once', () => {
    // 4.616 * 2000 ^ 0.7359 = 1240.205...; 17.551 * 2000 ^ 0.4607 = 582.219...
    const base = { net: 200_000, age: 40, region: 'England' } as const;
    // 0.95 * 1240.20584... = 1178.1955...; 1.042 * 582.21901... = 606.6722...
    expect(amountsOf(shippedModel(), base)).toEqual({ costOfLiving: 117_820, housing: 60_667 });
  });

  it.each([
    [0, 0.76],
    [29, 0.76],
    [30, 0.95],
    [49, 0.95],
    [50, 1.09],
    [64, 1.09],
    [65, 1.13],
    [74, 1.13],
    [75, 0.94],
    [150, 0.94],
  ])('puts age %i under the factor %d', (age, factor) => {
    const { costOfLiving } = amountsOf(shippedModel(), { net: 100_000, age, region: 'Wales' });
    expect(costOfLiving).toBe(Math.round(factor * 461.6 * 1000 ** 0.7359));
  });
});

describe('a model of your own', () => {
  const good = {
    cost_of_living: { coefficient: 0.5, exponent: 1 },
    housing: { coefficient: 0.25, exponent: 1 },
    age_factors: [{ from: 0, to: 150, factor: 1 }],
    region_factors: { England: 1, Wales: 1, Scotland: 1, 'Northern Ireland': 1 },
  };

  it('gives its own amounts, and half a penny goes up', () => {
    const amounts = amountsOf(good, { net: 201, age: 3, region: 'Wales' });
    expect(amounts).toEqual({ costOfLiving: 101, housing: 50 });
  });

  it.each([
    [{ ...good, housing: { coefficient: 1 } }, 'exponent'],
    [{ ...good, age_factors: 'all' }, 'age_factors'],
    [{ ...good, age_factors: [] }, 'age_factors'],
    [{ ...good, age_factors: [{ from: 0, to: 150, factor: -1 }] }, 'factor'],
    [{ ...good, region_factors: { ...good.region_factors, Wales: '1' } }, 'Wales'],
  ])('is refused by the schema of profiles: %j', (model, reason) =>
    expect(() => completeProfile({ points: { 'expenditure.model': model } } as never)).toThrow(reason),
  );

  it.each([
    [[{ from: 0, to: 99, factor: 1 }], 'ends at 99, not at 150'],
    [[{ from: 1, to: 150, factor: 1 }], 'at age 0'],
    [[], 'ends at -1, not at 150'],
    [
      [
        { from: 0, to: 9, factor: 1 },
        { from: 11, to: 150, factor: 1 },
      ],
      'at age 10',
    ],
    [
      [
        { from: 0, to: 9, factor: 1 },
        { from: 9, to: 150, factor: 1 },
      ],
      'at age 10',
    ],
    [
      [
        { from: 0, to: 9, factor: 1 },
        { from: 10, to: 5, factor: 1 },
        { from: 6, to: 150, factor: 1 },
      ],
      'at age 10',
    ],
  ])('is refused where its ages leave a gap or overlap: %j', (age_factors, reason) =>
    expect(() => checkAges({ ...good, age_factors })).toThrow(reason),
  );
});
