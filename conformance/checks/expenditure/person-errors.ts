import fc from 'fast-check';
import type { ClauseId } from '../../../spec/clauses.ts';
import type { Check } from '../../judgement/check.ts';
import { expectTwin } from '../../judgement/expect.ts';
import { expectMessages, expectMonths } from '../../predicates/estimates.ts';
import { type DateForm, messages } from '../../predicates/expenditure-messages.ts';
import { lastDay, type Month, plusDays, yearsBefore } from '../../values/calendar.ts';
import { unknownIds } from '../../values/text.ts';
import { births, birthsAtAge, months, nets, severalMonths } from './arbitraries.ts';
import { estimateCheck, estimateFor, type Payslip, type Person, payslipIn, readEstimate } from './person.ts';
import { withoutRegion } from './post-codes.ts';

const known = { born: '1986-09-14', postCodes: ['LS1 4AP'] } as const;

/** A person who gets an estimate, the same person with a fault, and the messages that name the fault. */
type Faulty = { twin: Person; faulty: Person; told: (form: DateForm) => readonly string[] };

/** Expects the messages word for word, with dates in either form: the form of one message does not bind another. */
const refusing = <T>(clause: ClauseId, given: fc.Arbitrary<T>, effort: number, make: (value: T) => Faulty) =>
  estimateCheck(clause, { given, effort }).by(async (ctx, value) => {
    const { twin, faulty, told } = make(value);
    expectTwin(await estimateFor(ctx, twin));
    const answer = await estimateFor(ctx, faulty);
    const isLong = told('timestamp').every((message) => answer.text.includes(message));
    expectMessages(answer, told(isLong ? 'timestamp' : 'date'));
  });

/** Payslips that lack something do not count beside a whole one, and on their own they count as none. */
const lacking = (clause: ClauseId, faults: readonly Partial<Payslip>[]): Check =>
  estimateCheck(clause, { given: severalMonths(4, 4), effort: 0.5 }).by(
    async (ctx, [other = '', ...paid]) => {
      const payslips = faults.map((fault, at) => payslipIn(paid[at]!, fault));
      const beside = await estimateFor(ctx, { ...known, payslips: [...payslips, payslipIn(other)] });
      expectMonths(beside, [other], `the months, while all but ${other} lack something,`);
      const alone = await estimateFor(ctx, { ...known, payslips });
      expectMessages(alone, [messages.periodsMissing], 'for payslips that lack something');
    },
  );

const noDates = [{ from: null }, { to: null }, { from: null, to: null }];

/** The fault is the same on the payslips and on the user. */
type Place = 'payslip' | 'user';
const places = fc.constantFrom<Place>('payslip', 'user');

const bornOn = (place: Place, month: Month, born: string): Person =>
  place === 'payslip'
    ? { payslips: [payslipIn(month, { born })] }
    : { born, payslips: [payslipIn(month, { born: null })] };

const livingAt = (place: Place, paid: readonly Month[], postCodes: readonly string[]): Person =>
  place === 'payslip'
    ? { payslips: paid.map((month, at) => payslipIn(month, { postCode: postCodes[at]! })) }
    : { postCodes, payslips: paid.map((month) => payslipIn(month, { postCode: null })) };

const bornLater = (month: Month): string => plusDays(lastDay(month), 3);
const bornLongAgo = (month: Month): string => yearsBefore(`${month}-10`, 160);
const bornFaults: readonly ((month: Month) => string | null)[] = [() => null, bornLater, bornLongAgo];

function birthMessage(born: string | null, month: Month, form: DateForm): string {
  if (born === null) return messages.birthMissing;
  return born > month ? messages.bornAfterMonth(born, form) : messages.overAge(born, form);
}

/** Each of several months has a date of birth of its own that is wrong for it. */
const bornWrongIn = (clause: ClauseId, born: (month: Month) => string): Check =>
  refusing(clause, severalMonths(3, 3), 0.1, (paid) => ({
    twin: { payslips: paid.map((month) => payslipIn(month)) },
    faulty: { payslips: paid.map((month) => payslipIn(month, { born: born(month) })) },
    told: (form) => paid.map((month) => birthMessage(born(month), month, form)),
  }));

/** A date of birth that is wrong for its month by some days or years, often by as few as there can be. */
const bornWrongOn = (
  clause: ClauseId,
  amounts: fc.Arbitrary<number>,
  least: number,
  births: (month: Month, amount: number) => fc.Arbitrary<string>,
): Check =>
  refusing(
    clause,
    fc
      .tuple(months, fc.oneof(fc.constant(least), amounts))
      .chain(([month, amount]) =>
        fc.record({ month: fc.constant(month), born: births(month, amount), place: places }),
      ),
    1,
    ({ month, born, place }) => ({
      twin: bornOn(place, month, '1986-09-14'),
      faulty: bornOn(place, month, born),
      told: (form) => [birthMessage(born, month, form)],
    }),
  );

/** Each of these months has a post code of its own without a region. */
const nowhereIn = (clause: ClauseId, paid: fc.Arbitrary<Month[]>): Check =>
  refusing(
    clause,
    fc.record({ paid, place: places, codes: fc.uniqueArray(withoutRegion, { minLength: 3, maxLength: 3 }) }),
    1,
    ({ paid, place, codes }) => {
      const tried = codes.slice(0, paid.length);
      return {
        twin: livingAt(place, paid, ['LS1 4AP', ...tried.slice(1)]),
        faulty: livingAt(place, paid, tried),
        told: () => tried.map(messages.noRegion),
      };
    },
  );

/** Payslips of which each pays nothing, or takes back. */
const losses = fc
  .tuple(severalMonths(1, 3), fc.array(fc.oneof(fc.constant(0), nets), { minLength: 3, maxLength: 3 }))
  .map(([paid, lost]) => paid.map((month, at) => payslipIn(month, { net: 0 - (lost[at] ?? 0) })));

const paidAndBorn = fc.record({ paid: severalMonths(1, 3), born: births });

export const estimateErrorChecks: readonly Check[] = [
  refusing('expenditure.errors.periods-missing', months, 0.25, (month) => ({
    twin: { ...known, payslips: [payslipIn(month)] },
    faulty: { ...known, payslips: [] },
    told: () => [messages.periodsMissing],
  })),
  refusing('expenditure.errors.nothing-at-all', months, 0.1, (month) => ({
    twin: { ...known, payslips: [payslipIn(month)] },
    faulty: { payslips: [] },
    told: () => [messages.birthMissing, messages.postCodesMissing, messages.periodsMissing],
  })),
  lacking('expenditure.errors.periods-without-net-pay', [{ net: null }]),
  lacking('expenditure.errors.periods-without-dates', noDates),
  refusing('expenditure.errors.no-positive-net-pay', losses, 0.6, (unpaid) => {
    const twin = unpaid.map((payslip, at) => (at === 0 ? { ...payslip, net: 210_000 } : payslip));
    return {
      twin: { ...known, payslips: twin },
      faulty: { ...known, payslips: unpaid },
      told: () => [messages.noPositivePay],
    };
  }),
  estimateCheck('expenditure.errors.user-not-found', {
    given: fc.record({ unknown: unknownIds, month: months }),
    effort: 0.5,
  }).by(async (ctx, { unknown, month }) => {
    expectTwin(await estimateFor(ctx, { payslips: [payslipIn(month)] }));
    expectMessages(await readEstimate(ctx, unknown), [messages.userNotFound(unknown)]);
  }),

  refusing('expenditure.errors.date-of-birth-missing', paidAndBorn, 0.5, ({ paid, born }) => {
    const payslips = paid.map((month) => payslipIn(month, { born: null }));
    return { twin: { born, payslips }, faulty: { payslips }, told: () => [messages.birthMissing] };
  }),

  refusing('expenditure.errors.post-codes-missing', severalMonths(1, 3), 0.5, (paid) => ({
    twin: livingAt('user', paid, ['LS1 4AP']),
    faulty: { payslips: livingAt('user', paid, []).payslips },
    told: () => [messages.postCodesMissing],
  })),

  refusing('expenditure.errors.one-string-each', paidAndBorn, 0.5, ({ paid, born }) => {
    const payslips = paid.map((month) => payslipIn(month, { born: null, postCode: null }));
    const told = () => [messages.birthMissing, messages.postCodesMissing];
    return { twin: { born, postCodes: ['LS1 4AP'], payslips }, faulty: { payslips }, told };
  }),

  // Every fault of the date of birth with every other, each in a month of its own, and with every fault of the post code.
  estimateCheck('expenditure.errors.combined').by(async (ctx) => {
    const paid: Month[] = ['2023-03', '2023-08'];
    expectTwin(await estimateFor(ctx, { payslips: paid.map((month) => payslipIn(month)) }));
    for (const first of bornFaults.keys())
      for (const postCode of [null, 'QX1 1AA', 'GY1 1AA']) {
        const born = (at: number) => bornFaults[(first + at) % bornFaults.length]!(paid[at]!);
        const payslips = paid.map((month, at) => payslipIn(month, { born: born(at), postCode }));
        const answer = await estimateFor(ctx, { payslips });
        const form = answer.text.includes('T00:00') ? 'timestamp' : 'date';
        expectMessages(answer, [
          ...paid.map((month, at) => birthMessage(born(at), month, form)),
          postCode === null ? messages.postCodesMissing : messages.noRegion(postCode),
        ]);
      }
  }),
  bornWrongIn('expenditure.errors.born-after-month', bornLater),
  bornWrongIn('expenditure.errors.over-age', bornLongAgo),
  // A year on at most: a date of birth that is still to come might not even be taken.
  bornWrongOn('expenditure.errors.born-after-month', fc.integer({ min: 1, max: 360 }), 1, (month, days) =>
    fc.constant(plusDays(lastDay(month), days)),
  ),
  bornWrongOn('expenditure.errors.over-age', fc.integer({ min: 151, max: 260 }), 151, birthsAtAge),

  nowhereIn('expenditure.errors.no-region', severalMonths(1, 1)),
  // All on the payslips or all on the user: whether those of the user are tried as well, where the payslip has one, is
  // not said.
  nowhereIn('expenditure.errors.each-post-code-tried', severalMonths(2, 3)),
];
