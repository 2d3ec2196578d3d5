import { type Mutant, mutant } from '../mutant.ts';
import { onEstimate, onEstimates } from './estimate-defects.ts';

/** Broken sandboxes for the clauses about the answer and the order of its months. */
export const answerMutants: readonly Mutant[] = [
  mutant(
    'gives-estimates-as-numbers',
    'expenditure.answer',
    onEstimates((estimates) => estimates.map((one) => ({ ...one, housing: Number(one.housing) }))),
  ),
  mutant(
    'cuts-noughts-off-amounts',
    'http.two-decimal-money',
    onEstimates((estimates) => estimates.map((one) => ({ ...one, total: String(Number(one.total)) }))),
  ),
  mutant(
    'dates-estimates-without-milliseconds',
    'expenditure.shape.month-start',
    onEstimates((estimates) => estimates.map((one) => ({ ...one, date: one.date.replace('.000Z', 'Z') }))),
  ),
  mutant(
    'dates-estimates-by-a-clock-an-hour-ahead',
    'expenditure.shape.month-start',
    onEstimates((estimates) =>
      estimates.map((one) => ({ ...one, date: new Date(Date.parse(one.date) - 3_600_000).toISOString() })),
    ),
  ),
  mutant(
    'rounds-the-total-to-ten-pence',
    'expenditure.shape.total-is-sum',
    onEstimates((estimates) =>
      estimates.map((one) => ({ ...one, total: `${Number(one.total).toFixed(1)}0` })),
    ),
  ),
  mutant(
    'orders-months-of-all-years-together',
    'expenditure.months.newest-first',
    onEstimates((estimates) => estimates.toSorted((a, b) => (a.date.slice(5) < b.date.slice(5) ? 1 : -1))),
  ),
  mutant(
    'gives-a-month-once-for-each-payslip',
    'expenditure.months.newest-first',
    onEstimate((input, estimate) => ({
      expenditures: input.periods
        .flatMap((period) => {
          const alone = estimate({ ...input, periods: [period] });
          return 'errors' in alone ? [] : alone.expenditures;
        })
        .sort((a, b) => (a.date < b.date ? 1 : -1)),
    })),
  ),
];
