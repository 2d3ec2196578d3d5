import type { ExpenditureEstimate } from '../../spec/types.ts';
import { expectEqual, expectRefusal, expectShape, expectSuccess, expectThat } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, objectsIn } from '../target/read-json.ts';
import type { Month } from '../values/calendar.ts';
import type { Laws } from './law.ts';

export type EstimateAnswer = ServiceResponse<'getOnsExpenditure'>;

const expectEstimates = (answer: EstimateAnswer, why = ''): readonly ExpenditureEstimate[] =>
  expectSuccess(answer, 200, why).expenditures;

export const byMonth = (answer: EstimateAnswer, why = ''): Map<Month, ExpenditureEstimate> =>
  new Map(expectEstimates(answer, why).map((one) => [String(one.date).slice(0, 7), one]));

export function expectMonths(answer: EstimateAnswer, months: readonly Month[], what: string): void {
  expectEqual([...byMonth(answer, `with ${what}`).keys()].sort(), [...new Set(months)].sort(), what, answer);
}

/** The two amounts of an estimate that are not worked out from each other. */
type Amount = 'cost_of_living' | 'housing';
const amountsOf = (estimate: ExpenditureEstimate | undefined) =>
  estimate && { cost_of_living: estimate.cost_of_living, housing: estimate.housing };

export function expectSameEstimates(answer: EstimateAnswer, twin: EstimateAnswer, what: string): void {
  const amounts = (one: EstimateAnswer) =>
    [...byMonth(one, `with ${what}`)]
      .map(([month, estimate]) => ({ month, ...amountsOf(estimate) }))
      .sort((a, b) => (a.month < b.month ? -1 : 1));
  const expected = amounts(twin);
  expectEqual(amounts(answer), expected, what, answer);
}

export function expectSameMonth(answer: EstimateAnswer, twin: EstimateAnswer, month: Month, what: string) {
  const expected = amountsOf(byMonth(twin).get(month));
  expectEqual(amountsOf(byMonth(answer).get(month)), expected, `${what} in ${month}`, answer);
}

/** The amount in each of the months that both answers have. */
function amountsInBoth(field: Amount, answer: EstimateAnswer, twin: EstimateAnswer) {
  const others = byMonth(twin);
  const shared = [...byMonth(answer)].filter(([month]) => others.has(month));
  return shared.map(([month, one]) => ({ month, found: one[field], expected: others.get(month)?.[field] }));
}

export function expectSameAmount(field: Amount, answer: EstimateAnswer, twin: EstimateAnswer, what: string) {
  const amounts = amountsInBoth(field, answer, twin);
  expectThat(amounts.length > 0, `months with ${what}`, 'none', answer);
  for (const { month, found, expected } of amounts)
    expectEqual(found, expected, `${what} in ${month}`, answer);
}

export const differsSomewhere = (field: Amount, answer: EstimateAnswer, twin: EstimateAnswer): boolean =>
  amountsInBoth(field, answer, twin).some(({ found, expected }) => found !== expected);

export function expectMessages(answer: EstimateAnswer, messages: readonly string[], why = ''): void {
  const errors = expectRefusal(answer, { status: 404 }, why);
  expectEqual([...errors].sort(), [...messages].sort(), 'the messages', answer);
}

/** Pence of an amount, as text or number; undefined for anything else. */
function penceOf(amount: unknown): number | undefined {
  const text = typeof amount === 'number' ? amount.toFixed(2) : amount;
  return typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text)
    ? Math.round(Number(text) * 100)
    : undefined;
}

type Judge = (estimates: readonly ExpenditureEstimate[], answer: ServiceResponse) => void;

const ofEstimates = (judge: Judge) => (answer: ServiceResponse) =>
  objectsIn(fieldsOf(answer.body)['expenditures']).length > 0 &&
  judge(expectEstimates(answer as EstimateAnswer), answer);

export const estimateLaws = {
  'expenditure.answer': ofEstimates((estimates, answer) => {
    expectShape(answer, (place) => !place.endsWith('.date'));
    for (const { date } of estimates) expectThat(typeof date === 'string', 'a date', `${date}`, answer);
  }),
  'expenditure.shape.month-start': ofEstimates((estimates, answer) => {
    for (const { date } of estimates)
      expectEqual(date, `${String(date).slice(0, 7)}-01T00:00:00.000Z`, 'the date of an estimate', answer);
  }),
  'expenditure.shape.total-is-sum': ofEstimates((estimates, answer) => {
    for (const { date, cost_of_living, housing, total } of estimates) {
      const living = penceOf(cost_of_living);
      const home = penceOf(housing);
      const isSum = living !== undefined && home !== undefined && living + home === penceOf(total);
      expectThat(isSum, `the total of ${date} to be ${cost_of_living} + ${housing}`, `${total}`, answer);
    }
  }),
  'expenditure.months.newest-first': ofEstimates((estimates, answer) => {
    const order = estimates.map(({ date }) => String(date));
    expectEqual(order, [...new Set(order)].sort().reverse(), 'the order of the months', answer);
  }),
} as const satisfies Laws;

export type EstimateClause = keyof typeof estimateLaws;
