import fc from 'fast-check';
import { unknownIds } from '../../arbitraries/text.ts';
import type { Check, Context } from '../../check.ts';
import { expectTwin } from '../../expect.ts';
import { births, birthsAtAge, months, nets, severalMonths } from './arbitraries.ts';
import { lastDay, plusDays } from './calendar.ts';
import { expectMessages, expectMonths } from './estimates.ts';
import { type DateForm, messages } from './messages.ts';
import {
  type EstimateAnswer,
  estimateCheck,
  estimateFor,
  type Person,
  payslipIn,
  readEstimate,
  readPoints,
} from './person.ts';
import { withoutRegion } from './post-codes.ts';

/** A person with everything but payroll. */
const known = { born: '1986-09-14', postCodes: ['LS1 4AP'] } as const;

const twoMonths = severalMonths(2, 2) as fc.Arbitrary<[string, string]>;

export const periodErrorChecks: readonly Check[] = [
  estimateCheck('expenditure.errors.periods-missing', {
    given: twoMonths,
    effort: 0.25,
    property: async (ctx, [month]) => {
      expectTwin(await estimateFor(ctx, { ...known, payslips: [payslipIn(month)] }));
      expectMessages(await estimateFor(ctx, { ...known, payslips: [] }), [messages.periodsMissing]);
    },
  }),

  estimateCheck('expenditure.errors.periods-without-net-pay', {
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

  estimateCheck('expenditure.errors.periods-without-dates', {
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

  estimateCheck('expenditure.errors.no-positive-net-pay', {
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

/** Whether a date of birth stands on the payslip or on the user makes no difference to what is wrong with it. */
const bornOn = (place: 'payslip' | 'user', month: string, born: string): Person =>
  place === 'payslip'
    ? { payslips: [payslipIn(month, { born })] }
    : { born, payslips: [payslipIn(month, { born: null })] };

/** Fails the clause unless this is the one message, its date in the form learnt, or in either while none was. */
function expectDatedMessage(
  { known }: Pick<Context, 'known'>,
  answer: EstimateAnswer,
  message: (form: DateForm) => string,
  why: string,
): void {
  const other = message('timestamp');
  const form = known['expenditure.message-date'] ?? (answer.text.includes(other) ? 'timestamp' : 'date');
  expectMessages(answer, [message(form)], why);
}

const places = fc.constantFrom('payslip' as const, 'user' as const);

export const personErrorChecks: readonly Check[] = [
  estimateCheck('expenditure.errors.user-not-found', {
    given: fc.record({ unknown: unknownIds, month: months }),
    effort: 0.5,
    property: async (ctx, { unknown, month }) => {
      expectTwin(await estimateFor(ctx, { payslips: [payslipIn(month)] }));
      expectMessages(await readEstimate(ctx, unknown), [messages.userNotFound(unknown)]);
    },
  }),

  estimateCheck('expenditure.errors.date-of-birth-missing', {
    given: fc.record({ paid: severalMonths(1, 3), born: births }),
    effort: 0.5,
    property: async (ctx, { paid, born }) => {
      const payslips = paid.map((month) => payslipIn(month, { born: null }));
      expectTwin(await estimateFor(ctx, { born, payslips }));
      expectMessages(await estimateFor(ctx, { payslips }), [messages.birthMissing]);
    },
  }),

  estimateCheck('expenditure.errors.post-codes-missing', {
    given: severalMonths(1, 3),
    effort: 0.5,
    property: async (ctx, paid) => {
      const payslips = paid.map((month) => payslipIn(month, { postCode: null }));
      expectTwin(await estimateFor(ctx, { postCodes: ['LS1 4AP'], payslips }));
      expectMessages(await estimateFor(ctx, { payslips }), [messages.postCodesMissing]);
    },
  }),

  estimateCheck('expenditure.errors.one-string-each', {
    given: fc.record({ paid: severalMonths(1, 3), born: births }),
    effort: 0.5,
    property: async (ctx, { paid, born }) => {
      const payslips = paid.map((month) => payslipIn(month, { born: null, postCode: null }));
      expectTwin(await estimateFor(ctx, { born, postCodes: ['LS1 4AP'], payslips }));
      const both = [messages.birthMissing, messages.postCodesMissing];
      expectMessages(await estimateFor(ctx, { payslips }), both);
    },
  }),

  estimateCheck('expenditure.errors.born-after-month', {
    uses: [...readPoints, 'expenditure.message-date'],
    given: fc.record({
      month: months,
      // A year on at most: a date of birth that is still to come might not even be taken.
      days: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 360 })),
      place: places,
    }),
    property: async (ctx, { month, days, place }) => {
      const born = plusDays(lastDay(month), days);
      expectTwin(await estimateFor(ctx, bornOn(place, month, '1986-09-14')));
      const answer = await estimateFor(ctx, bornOn(place, month, born));
      expectDatedMessage(ctx, answer, (form) => messages.bornAfterMonth(born, form), `for ${month}`);
    },
  }),

  estimateCheck('expenditure.errors.over-age', {
    uses: [...readPoints, 'expenditure.message-date'],
    given: fc
      .record({ month: months, age: fc.oneof(fc.constant(151), fc.integer({ min: 151, max: 260 })) })
      .chain(({ month, age }) =>
        fc.record({ month: fc.constant(month), born: birthsAtAge(month, age), place: places }),
      ),
    property: async (ctx, { month, born, place }) => {
      expectTwin(await estimateFor(ctx, bornOn(place, month, '1986-09-14')));
      const answer = await estimateFor(ctx, bornOn(place, month, born));
      expectDatedMessage(ctx, answer, (form) => messages.overAge(born, form), `for ${month}`);
    },
  }),

  estimateCheck('expenditure.errors.no-region', {
    given: fc.record({ month: months, postCode: withoutRegion, place: places }),
    property: async (ctx, { month, postCode, place }) => {
      const living = (code: string): Person =>
        place === 'payslip'
          ? { payslips: [payslipIn(month, { postCode: code })] }
          : { postCodes: [code], payslips: [payslipIn(month, { postCode: null })] };
      expectTwin(await estimateFor(ctx, living('LS1 4AP')));
      expectMessages(await estimateFor(ctx, living(postCode)), [messages.noRegion(postCode)]);
    },
  }),

  estimateCheck('expenditure.errors.each-post-code-tried', {
    // All on the payslips or all on the user: whether those of the user are tried as well, where the payslip has one, is
    // not said.
    given: fc.record({
      paid: severalMonths(2, 3),
      place: places,
      codes: fc.uniqueArray(withoutRegion, { minLength: 3, maxLength: 3 }),
    }),
    property: async (ctx, { paid, place, codes }) => {
      const tried = codes.slice(0, paid.length);
      const living = (known: readonly string[]): Person =>
        place === 'payslip'
          ? { payslips: paid.map((month, at) => payslipIn(month, { postCode: known[at]! })) }
          : { postCodes: known, payslips: paid.map((month) => payslipIn(month, { postCode: null })) };
      expectTwin(await estimateFor(ctx, living(['LS1 4AP', ...tried.slice(1)])));
      expectMessages(await estimateFor(ctx, living(tried)), tried.map(messages.noRegion));
    },
  }),
];
