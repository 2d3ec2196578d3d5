import fc from 'fast-check';
import type { ClauseId } from '../../../spec/clauses.ts';
import type { Check } from '../../check.ts';
import { nets, severalMonths } from './arbitraries.ts';
import type { Month } from './calendar.ts';
import { expectMonths } from './estimates.ts';
import { estimateCheck, estimateFor, payslipIn } from './person.ts';
import { channelIslands, isleOfMan, nowhere } from './post-codes.ts';

/** Months to be estimated, and at least two to be left out. */
const someMonths = fc
  .record({ paid: severalMonths(3, 6), kept: fc.integer({ min: 1, max: 4 }) })
  .map(({ paid, kept }) => {
    const at = Math.min(kept, paid.length - 2);
    return { kept: paid.slice(0, at), out: paid.slice(at) };
  });

/** Two ways in which the net pays of a month come to something. */
type Ways = readonly [one: number[], other: number[]];

const toZero: fc.Arbitrary<Ways> = nets.map((net) => [[0], [net, -net]]);
const belowZero: fc.Arbitrary<Ways> = fc.tuple(nets, nets).map(([net, more]) => [[-net], [net, -net - more]]);

const good = (month: Month) => payslipIn(month);

/** Months with these pays stand beside months with pay. */
const byPay = (clause: ClauseId, ways: fc.Arbitrary<Ways>): Check =>
  estimateCheck(clause, {
    given: fc.record({ months: someMonths, ways }),
    effort: 0.6,
    property: async (ctx, { months: { kept, out }, ways: [one, other] }) => {
      const twin = await estimateFor(ctx, { payslips: [...kept, ...out].map(good) });
      expectMonths(twin, [...kept, ...out], 'the months while all are paid');
      const unpaid = out.flatMap((month, at) =>
        (at % 2 === 0 ? one : other).map((net) => payslipIn(month, { net })),
      );
      const answer = await estimateFor(ctx, { payslips: [...kept.map(good), ...unpaid] });
      expectMonths(answer, kept, `the months, but for ${out.join(', ')} without pay,`);
    },
  });

/** Months with these post codes, and none of another kind on the user, stand beside months with a region. */
const byPostCode = (clause: ClauseId, postCodes: fc.Arbitrary<string>): Check =>
  estimateCheck(clause, {
    given: fc.record({
      months: someMonths,
      onPayslips: fc.array(postCodes, { minLength: 5, maxLength: 5 }),
      onUser: fc.array(postCodes, { maxLength: 2 }),
    }),
    effort: 0.6,
    property: async (ctx, { months: { kept, out }, onPayslips, onUser }) => {
      const user = onUser.length > 0 ? { postCodes: onUser } : {};
      const twin = await estimateFor(ctx, { ...user, payslips: [...kept, ...out].map(good) });
      expectMonths(twin, [...kept, ...out], 'the months while all have a region');
      const unplaced = out.map((month, at) => payslipIn(month, { postCode: onPayslips[at]! }));
      const answer = await estimateFor(ctx, { ...user, payslips: [...kept.map(good), ...unplaced] });
      const shown = [...new Set([...unplaced.map(({ postCode }) => postCode), ...onUser])].join(', ');
      expectMonths(answer, kept, `the months, but for ${out.join(', ')} with ${shown},`);
    },
  });

export const leftOutChecks: readonly Check[] = [
  byPay('expenditure.left-out.zero-net-pay', toZero),
  byPay('expenditure.left-out.negative-net-pay', belowZero),
  byPostCode('expenditure.left-out.channel-islands', channelIslands),
  byPostCode('expenditure.left-out.isle-of-man', isleOfMan),
  byPostCode('expenditure.left-out.unknown-post-code', nowhere),
];
