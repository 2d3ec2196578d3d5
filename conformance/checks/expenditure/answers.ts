import fc from 'fast-check';
import type { ClauseId } from '../../../spec/clauses.ts';
import { type Check, type Context, check } from '../../judgement/check.ts';
import { expectSuccess } from '../../judgement/expect.ts';
import { CannotArrange } from '../../judgement/failure.ts';
import { type EstimateAnswer, type EstimateClause, expectMonths } from '../../predicates/estimates.ts';
import { expectLaw, laws } from '../../predicates/laws.ts';
import { lastDay, type Month } from '../../values/calendar.ts';
import { months, nets, severalMonths } from './arbitraries.ts';
import { estimateCheck, estimateFor, type Payslip, payslipIn, readEstimate, readPoints } from './person.ts';
import { channelIslands, isleOfMan, nowhere } from './post-codes.ts';

/** Months to be estimated, and at least two to be left out. */
const someMonths = fc
  .record({ paid: severalMonths(3, 6), kept: fc.integer({ min: 1, max: 4 }) })
  .map(({ paid, kept }) => {
    const at = Math.min(kept, paid.length - 2);
    return { kept: paid.slice(0, at), out: paid.slice(at) };
  });

/** Net pays of a month that add up to nothing or less, in two ways. */
type Ways = readonly [one: number[], other: number[]];

const toZero: fc.Arbitrary<Ways> = nets.map((net) => [[0], [net, -net]]);
const belowZero: fc.Arbitrary<Ways> = fc.tuple(nets, nets).map(([net, more]) => [[-net], [net, -net - more]]);

const good = (month: Month) => payslipIn(month);

const byPay = (clause: ClauseId, ways: fc.Arbitrary<Ways>): Check =>
  estimateCheck(clause, { given: fc.record({ months: someMonths, ways }), effort: 0.6 }).by(
    async (ctx, { months: { kept, out }, ways: [one, other] }) => {
      const twin = await estimateFor(ctx, { payslips: [...kept, ...out].map(good) });
      expectMonths(twin, [...kept, ...out], 'the months while all are paid');
      const unpaid = out.flatMap((month, at) =>
        (at % 2 === 0 ? one : other).map((net) => payslipIn(month, { net })),
      );
      const answer = await estimateFor(ctx, { payslips: [...kept.map(good), ...unpaid] });
      expectMonths(answer, kept, `the months, but for ${out.join(', ')} without pay,`);
    },
  );

/** Months with these post codes, and none of another kind on the user, stand beside months with a region. */
const byPostCode = (clause: ClauseId, postCodes: fc.Arbitrary<string>): Check =>
  estimateCheck(clause, {
    given: fc.record({
      months: someMonths,
      onPayslips: fc.array(postCodes, { minLength: 5, maxLength: 5 }),
      onUser: fc.array(postCodes, { maxLength: 2 }),
    }),
    effort: 0.6,
  }).by(async (ctx, { months: { kept, out }, onPayslips, onUser }) => {
    const user = onUser.length > 0 ? { postCodes: onUser } : {};
    const twin = await estimateFor(ctx, { ...user, payslips: [...kept, ...out].map(good) });
    expectMonths(twin, [...kept, ...out], 'the months while all have a region');
    const unplaced = out.map((month, at) => payslipIn(month, { postCode: onPayslips[at]! }));
    const answer = await estimateFor(ctx, { ...user, payslips: [...kept.map(good), ...unplaced] });
    const shown = [...new Set([...unplaced.map(({ postCode }) => postCode), ...onUser])].join(', ');
    expectMonths(answer, kept, `the months, but for ${out.join(', ')} with ${shown},`);
  });

/** Judges a success by the clause; an empty one breaks only the clause about the answer. */
function expectEstimate(clause: EstimateClause, answer: EstimateAnswer): void {
  expectSuccess(answer, 200);
  if (clause === 'expenditure.answer') expectLaw(clause, answer);
  else laws[clause](answer);
}

/** Of payslips that are made for it, and of an existing user, for runs that may not create any. */
const ofEstimate = (clause: EstimateClause, given: fc.Arbitrary<Payslip[]>, effort = 1): Check[] => [
  estimateCheck(clause, { given, effort }).by(async (ctx, payslips) =>
    expectEstimate(clause, await estimateFor(ctx, { payslips })),
  ),
  check(clause, { needs: ['held-payroll'], readsOnly: true, uses: readPoints }).by(async (ctx: Context) => {
    const answer = await readEstimate(ctx, (await ctx.arrange.held({ payroll: 1 })).user_id);
    if (answer.status !== 200 && ctx.known['authorisations.reads']?.includes('getOnsExpenditure'))
      throw new CannotArrange('the user with payroll has no authorisation that lets it be read');
    expectEstimate(clause, answer);
  }),
];

/** Different pay in different months, so that one check sees many amounts. */
const severalPays = (minLength: number, maxLength: number): fc.Arbitrary<Payslip[]> =>
  fc.uniqueArray(pays, { minLength, maxLength, selector: ({ from }) => from });
const pays = fc.tuple(months, nets).map(([month, net]) => payslipIn(month, { net }));

const wholeMonths = severalMonths(1, 6).map((paid) =>
  paid.map((month) => payslipIn(month, { to: lastDay(month) })),
);
const someTwice = fc
  .tuple(severalMonths(2, 8), fc.integer({ min: 1, max: 2 }))
  .map(([paid, twice]) => [...paid, ...paid.slice(0, twice)].map(good));

export const answerChecks: readonly Check[] = [
  byPay('expenditure.left-out.zero-net-pay', toZero),
  byPay('expenditure.left-out.negative-net-pay', belowZero),
  byPostCode('expenditure.left-out.channel-islands', channelIslands),
  byPostCode('expenditure.left-out.isle-of-man', isleOfMan),
  byPostCode('expenditure.left-out.unknown-post-code', nowhere),
  ...ofEstimate('expenditure.answer', severalPays(4, 12), 0.5),
  ...ofEstimate('expenditure.shape.month-start', wholeMonths, 0.5),
  ...ofEstimate('expenditure.shape.total-is-sum', severalPays(3, 12)),
  ...ofEstimate('expenditure.months.newest-first', someTwice),
];
