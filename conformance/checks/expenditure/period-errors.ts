import fc from 'fast-check';
import type { Check } from '../../check.ts';
import { expectTwin } from '../../expect.ts';
import { nets, severalMonths } from './arbitraries.ts';
import { estimateCheck } from './estimate-check.ts';
import { expectMessages, expectMonths } from './estimates.ts';
import { messages } from './messages.ts';
import { estimateFor, payslipIn } from './person.ts';

/** A person with everything but payroll. */
const known = { born: '1986-09-14', postCodes: ['LS1 4AP'] } as const;

const twoMonths = severalMonths(2, 2) as fc.Arbitrary<[string, string]>;

export const periodErrorChecks: readonly Check[] = [
  estimateCheck({
    clause: 'expenditure.errors.periods-missing',
    given: twoMonths,
    effort: 0.25,
    property: async (ctx, [month]) => {
      expectTwin(await estimateFor(ctx, { ...known, payslips: [payslipIn(month)] }));
      expectMessages(await estimateFor(ctx, { ...known, payslips: [] }), [messages.periodsMissing]);
    },
  }),

  estimateCheck({
    clause: 'expenditure.errors.periods-without-net-pay',
    given: twoMonths,
    effort: 0.5,
    property: async (ctx, [month, other]) => {
      const lacking = payslipIn(month, { net: null });
      const beside = await estimateFor(ctx, { ...known, payslips: [lacking, payslipIn(other)] });
      expectMonths(beside, [other], `the months while ${month} has no net pay`);
      const alone = await estimateFor(ctx, { ...known, payslips: [lacking] });
      expectMessages(alone, [messages.periodsMissing], 'for a payslip without net pay');
    },
  }),

  estimateCheck({
    clause: 'expenditure.errors.periods-without-dates',
    given: severalMonths(4, 4),
    effort: 0.4,
    property: async (ctx, [first = '', second = '', third = '', other = '']) => {
      const lacking = [
        payslipIn(first, { from: null }),
        payslipIn(second, { to: null }),
        payslipIn(third, { from: null, to: null }),
      ];
      const beside = await estimateFor(ctx, { ...known, payslips: [...lacking, payslipIn(other)] });
      expectMonths(beside, [other], 'the months of payslips of which one alone has both dates');
      const alone = await estimateFor(ctx, { ...known, payslips: lacking });
      expectMessages(alone, [messages.periodsMissing], 'for payslips without dates');
    },
  }),

  estimateCheck({
    clause: 'expenditure.errors.no-positive-net-pay',
    given: fc.record({
      paid: severalMonths(1, 3),
      losses: fc.array(fc.oneof(fc.constant(0), nets), { minLength: 3, maxLength: 3 }),
    }),
    effort: 0.6,
    property: async (ctx, { paid, losses }) => {
      const unpaid = paid.map((month, at) => payslipIn(month, { net: 0 - (losses[at] ?? 0) }));
      const twin = unpaid.map((payslip, at) => (at === 0 ? { ...payslip, net: 210_000 } : payslip));
      expectTwin(await estimateFor(ctx, { ...known, payslips: twin }));
      const answer = await estimateFor(ctx, { ...known, payslips: unpaid });
      expectMessages(answer, [messages.noPositivePay]);
    },
  }),
];
