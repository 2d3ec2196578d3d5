import type { Region } from '../../../generators/uk/post-codes.ts';
import type { ExpenditureEstimate } from '../../../spec/types.ts';
import type { ExpenditureModel } from '../model.ts';

// So flat that pay does not show: an amount is the bare factor.
const flat = { coefficient: 1, exponent: 1e-12 };

/** A model whose amounts are the oldest age of the band (cost of living) and the number of the country (housing). */
export const revealingModel: ExpenditureModel = {
  cost_of_living: flat,
  housing: flat,
  age_factors: [
    { from: 0, to: 29, factor: 29 },
    { from: 30, to: 49, factor: 49 },
    { from: 50, to: 64, factor: 64 },
    { from: 65, to: 74, factor: 74 },
    { from: 75, to: 150, factor: 150 },
  ],
  region_factors: { England: 1, Wales: 2, Scotland: 3, 'Northern Ireland': 4 },
};

/** The region of an estimate that was made with the revealing model. */
export function revealedRegion({ housing }: ExpenditureEstimate): Region {
  const entries = Object.entries(revealingModel.region_factors) as [Region, number][];
  return entries.find(([, factor]) => factor === Number(housing))![0];
}
