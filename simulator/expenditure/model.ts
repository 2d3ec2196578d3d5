import { readFileSync } from 'node:fs';
import { type Region, regions } from '../../generators/uk/post-codes.ts';
import { lazy } from '../../spec/lazy.ts';

/** coefficient * net ^ exponent, in pounds a month. */
export type PowerCurve = { coefficient: number; exponent: number };

/** The amounts of the estimate, as data: a profile may bring its own. */
export type ExpenditureModel = {
  cost_of_living: PowerCurve;
  housing: PowerCurve;
  age_factors: { from: number; to: number; factor: number }[];
  region_factors: Record<Region, number>;
};

/** The oldest age the model knows; the message about it names the number. */
export const oldestAge = 150;

/** Checks a model given as data; throws one error that names everything wrong with it. */
export function readModel(value: unknown): ExpenditureModel {
  const model = (value ?? {}) as Partial<Record<keyof ExpenditureModel, unknown>>;
  const problems = [
    ...curveProblems('cost_of_living', model.cost_of_living),
    ...curveProblems('housing', model.housing),
    ...ageProblems(model.age_factors),
    ...regionProblems(model.region_factors),
  ];
  if (problems.length > 0) throw new Error(`The expenditure model cannot be used: ${problems.join('; ')}.`);
  return value as ExpenditureModel;
}

export const shippedModel = lazy(() =>
  readModel(JSON.parse(readFileSync(new URL('./model.json', import.meta.url), 'utf8'))),
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

const curveAt = ({ coefficient, exponent }: PowerCurve, net: number): number =>
  coefficient * (net / 100) ** exponent;

function roundedPence(pounds: number): number {
  // Fourteen digits first: half a penny that binary holds as a hair less is still rounded up.
  // The cap keeps absurd pay under a steep model of one's own among the numbers that can be written.
  return Math.min(Math.round(Number((pounds * 100).toPrecision(14))), 2 ** 51);
}

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0;

function curveProblems(name: string, value: unknown): string[] {
  const curve = (value ?? {}) as Partial<PowerCurve>;
  return (['coefficient', 'exponent'] as const)
    .filter((key) => !isPositive(curve[key]))
    .map((key) => `${name}.${key} is not a positive number`);
}

function ageProblems(value: unknown): string[] {
  if (!Array.isArray(value)) return ['age_factors is not a list'];
  const problems: string[] = [];
  let next = 0;
  for (const band of value) {
    if (band?.from !== next || !(Number.isInteger(band.to) && band.to >= next))
      return [...problems, `age_factors does not go on without gap or overlap at age ${next}`];
    if (!isPositive(band.factor))
      problems.push(`the factor for ages ${band.from} to ${band.to} is not a positive number`);
    next = band.to + 1;
  }
  if (next !== oldestAge + 1) problems.push(`age_factors ends at ${next - 1}, not at ${oldestAge}`);
  return problems;
}

function regionProblems(value: unknown): string[] {
  const factors = (value ?? {}) as Partial<Record<Region, unknown>>;
  return regions
    .filter((region) => !isPositive(factors[region]))
    .map((region) => `region_factors.${region} is not a positive number`);
}
