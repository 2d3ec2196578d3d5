import { readFileSync } from 'node:fs';
import type { Region } from '../../generators/uk/post-codes.ts';
import { lazy } from '../../spec/lazy.ts';
import type { Points } from '../../spec/profile.ts';

/** The amounts of the estimate, as data: a profile may bring its own. */
export type ExpenditureModel = NonNullable<Points['expenditure.model']>;

/** The oldest age the model knows; the message about it names the number. */
export const oldestAge = 150;

/** Refuses a model whose ages leave a gap or overlap: the rest of its form is what the schema of profiles demands. */
export function checkAges(model: ExpenditureModel | null): void {
  if (!model) return;
  const unusable = (problem: string) => new Error(`The expenditure model cannot be used: ${problem}.`);
  let next = 0;
  for (const { from, to } of model.age_factors) {
    if (from !== next || to < from)
      throw unusable(`age_factors does not go on without gap or overlap at age ${next}`);
    next = to + 1;
  }
  if (next !== oldestAge + 1) throw unusable(`age_factors ends at ${next - 1}, not at ${oldestAge}`);
}

export const shippedModel = lazy(
  (): ExpenditureModel => JSON.parse(readFileSync(new URL('./model.json', import.meta.url), 'utf8')),
);

/** Monthly amounts in pence for a month's net pay in pence: age moves cost of living only, region housing only. */
export function amountsOf(
  model: ExpenditureModel,
  { net, age, region }: { net: number; age: number; region: Region },
): { costOfLiving: number; housing: number } {
  const band = model.age_factors.find(({ from, to }) => from <= age && age <= to);
  return {
    costOfLiving: roundedPence(curveAt(model.cost_of_living, net) * (band?.factor ?? 1)),
    housing: roundedPence(curveAt(model.housing, net) * model.region_factors[region]),
  };
}

const curveAt = ({ coefficient, exponent }: ExpenditureModel['housing'], net: number): number =>
  coefficient * (net / 100) ** exponent;

function roundedPence(pounds: number): number {
  // Fourteen digits first: half a penny that binary holds as a hair less is still rounded up.
  // The cap keeps absurd pay under a steep model of one's own among the numbers that can be written.
  return Math.min(Math.round(Number((pounds * 100).toPrecision(14))), 2 ** 51);
}
