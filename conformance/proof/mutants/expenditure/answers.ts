import { type Mutant, mutant, onBody, onStatus } from '../mutant.ts';
import { onEstimate, onEstimates } from './estimate-defects.ts';

const read = 'getOnsExpenditure';

/** Broken sandboxes for the clauses about the answer and the order of its months. */
export const answerMutants: readonly Mutant[] = [
  mutant('answers-estimates-with-201', 'expenditure.answer', onStatus(read, 200, 201)),
  mutant(
    'calls-the-estimates-by-another-name',
    'expenditure.answer',
    onBody(read, ({ expenditures }) => ({ estimates: expenditures })),
  ),
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
    'leaves-out-the-total',
    'expenditure.answer',
    onEstimates((estimates) => estimates.map(({ total: _, ...one }) => one)),
  ),
  mutant(
    'dates-estimates-at-the-end-of-the-month',
    'expenditure.shape.month-start',
    onEstimates((estimates) =>
      estimates.map((one) => {
        const [year = 0, month = 0] = one.date.split('-').map(Number);
        return { ...one, date: new Date(Date.UTC(year, month) - 1).toISOString() };
      }),
    ),
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
    'rounds-the-total-to-pounds',
    'expenditure.shape.total-is-sum',
    onEstimates((estimates) =>
      estimates.map((one) => ({ ...one, total: `${Math.round(Number(one.total))}.00` })),
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
    'counts-housing-twice-in-the-total',
    'expenditure.shape.total-is-sum',
    onEstimates((estimates) =>
      estimates.map((one) => ({ ...one, total: (Number(one.total) + Number(one.housing)).toFixed(2) })),
    ),
  ),
  mutant(
    'gives-the-oldest-month-first',
    'expenditure.months.newest-first',
    onEstimates((estimates) => estimates.toReversed()),
  ),
  mutant(
    'orders-months-by-their-total',
    'expenditure.months.newest-first',
    onEstimates((estimates) =>
      estimates.toSorted((a, b) => Number(b.total) - Number(a.total) || (a.date < b.date ? -1 : 1)),
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
