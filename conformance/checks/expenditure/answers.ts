import fc from 'fast-check';
import { type Check, type Context, check } from '../../check.ts';
import { expectEqual, expectShape, expectThat } from '../../expect.ts';
import { CannotArrange } from '../../failure.ts';
import { months, nets, severalMonths } from './arbitraries.ts';
import { lastDay } from './calendar.ts';
import { expectEstimates, penceOf } from './estimates.ts';
import {
  type EstimateAnswer,
  estimateCheck,
  estimateFor,
  type Payslip,
  payslipIn,
  readEstimate,
  readPoints,
} from './person.ts';

type Judge = (answer: EstimateAnswer) => void;

const stated: Judge = (answer) => {
  const estimates = expectEstimates(answer);
  expectThat(estimates.length > 0, 'at least one estimate', 'none', answer);
  expectShape(answer, (place) => !place.endsWith('.date'));
  for (const { date } of estimates) expectThat(typeof date === 'string', 'a date', `${date}`, answer);
};

const atMonthStart: Judge = (answer) => {
  for (const { date } of expectEstimates(answer)) {
    const start = `${String(date).slice(0, 7)}-01T00:00:00.000Z`;
    expectEqual(date, start, 'the date of an estimate', answer);
  }
};

const summed: Judge = (answer) => {
  for (const { date, cost_of_living, housing, total } of expectEstimates(answer)) {
    const living = penceOf(cost_of_living);
    const home = penceOf(housing);
    expectThat(
      living !== undefined && home !== undefined && living + home === penceOf(total),
      `the total of ${date} to be ${cost_of_living} + ${housing}`,
      `${total}`,
      answer,
    );
  }
};

const newestFirst: Judge = (answer) => {
  const order = expectEstimates(answer).map(({ date }) => String(date));
  expectEqual(order, [...new Set(order)].sort().reverse(), 'the order of the months', answer);
};

/** The same of a user that is there already, for runs that may not make any. */
const ofHeldPayroll = (clause: Check['clause'], judge: Judge): Check =>
  check(clause, { needs: ['held-payroll'], readsOnly: true, uses: readPoints }, async (ctx: Context) => {
    const { user_id } = await ctx.arrange.held({ payroll: 1 });
    const answer = await readEstimate(ctx, user_id);
    if (answer.status !== 200 && ctx.known['authorisations.reads']?.includes('getOnsExpenditure'))
      throw new CannotArrange('the user with payroll has no authorisation that lets it be read');
    judge(answer);
  });

/** Different pay in different months, so that many amounts are seen at once. */
const severalPays = (minLength: number, maxLength: number): fc.Arbitrary<Payslip[]> =>
  fc
    .uniqueArray(fc.record({ month: months, net: nets }), {
      minLength,
      maxLength,
      selector: ({ month }) => month,
    })
    .map((pays) => pays.map(({ month, net }) => payslipIn(month, { net })));

export const answerChecks: readonly Check[] = [
  estimateCheck('expenditure.answer', { given: severalPays(4, 12), effort: 0.5 }, async (ctx, payslips) =>
    stated(await estimateFor(ctx, { payslips })),
  ),
  ofHeldPayroll('expenditure.answer', stated),

  estimateCheck('expenditure.shape.month-start', {
    given: severalMonths(1, 6),
    effort: 0.5,
    property: async (ctx, paid) => {
      const payslips = paid.map((month) => payslipIn(month, { to: lastDay(month) }));
      atMonthStart(await estimateFor(ctx, { payslips }));
    },
  }),
  ofHeldPayroll('expenditure.shape.month-start', atMonthStart),

  estimateCheck('expenditure.shape.total-is-sum', { given: severalPays(3, 12) }, async (ctx, payslips) =>
    summed(await estimateFor(ctx, { payslips })),
  ),
  ofHeldPayroll('expenditure.shape.total-is-sum', summed),

  estimateCheck('expenditure.months.newest-first', {
    // Some months are paid twice.
    given: fc.record({ paid: severalMonths(2, 8), twice: fc.integer({ min: 1, max: 2 }) }),
    property: async (ctx, { paid, twice }) => {
      const payslips = [...paid, ...paid.slice(0, twice)].map((month) => payslipIn(month));
      newestFirst(await estimateFor(ctx, { payslips }));
    },
  }),
  ofHeldPayroll('expenditure.months.newest-first', newestFirst),
];
