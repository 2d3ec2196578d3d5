import fc from 'fast-check';
import { type Check, type Context, check } from '../../check.ts';
import { CannotArrange } from '../../failure.ts';
import { months, nets, severalMonths } from './arbitraries.ts';
import { lastDay } from './calendar.ts';
import { atMonthStart, type Judge, newestFirst, stated, summed } from './estimates.ts';
import { estimateCheck, estimateFor, type Payslip, payslipIn, readEstimate, readPoints } from './person.ts';

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
