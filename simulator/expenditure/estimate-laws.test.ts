import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, dayNumberOf, dayText, instantOf } from '../../generators/calendar.ts';
import { penceToText } from '../../generators/money.ts';
import type { Points } from '../../spec/profile.ts';
import { readInstant } from '../domain/instant.ts';
import { defaultPoints, type ExpenditureInput, estimateExpenditure } from './estimate.ts';
import { monthOf } from './months.ts';
import { type PayrollPeriod, penceOf } from './period.ts';
import { dayByDay } from './testing/day-by-day.ts';
import { payslipOf } from './testing/payslip-of.ts';

const text = (day: number) => instantOf(dayText(day));
const first = dayNumber('2022-01-01');
const postCode = fc.constantFrom(
  'SW1A 1AA',
  'CF10 1EP',
  'EH1 1YZ',
  'BT1 5GS',
  'CH4 0AA',
  'JE2 3AB',
  'nowhere',
  '',
  undefined,
);
const born = fc.option(fc.integer({ min: -37_000, max: 22_000 }).map(text), { nil: undefined });

const payslip = fc
  .record({
    start: fc.integer({ min: first, max: first + 1_200 }),
    length: fc.integer({ min: 0, max: 100 }),
    pence: fc.oneof(
      { weight: 4, arbitrary: fc.integer({ min: 1, max: 900_000 }) },
      fc.integer({ min: -900_000, max: 0 }),
    ),
    born,
    postCode,
    paid: fc.option(fc.integer({ min: first, max: first + 60 }).map(text), { nil: undefined }),
    id: fc.constantFrom('a', 'b', 'c'),
  })
  .map(({ start, length, pence, ...identity }) =>
    payslipOf({ from: text(start), to: text(start + length), net: penceToText(pence), ...identity }),
  );

const user = fc.record({
  user_id: fc.constant('u'),
  date_of_birth: born,
  post_codes: fc.array(postCode.map((code) => code ?? null)),
});
const points = fc
  .record({
    'expenditure.day-count': fc.constantFrom<Points['expenditure.day-count']>('inclusive', 'end-exclusive'),
    'expenditure.split-rounding': fc.constantFrom<Points['expenditure.split-rounding']>(
      'cumulative',
      'half-up',
    ),
    'expenditure.month-source': fc.constantFrom<Points['expenditure.month-source']>(
      'latest',
      'most-days',
      'earliest',
    ),
    'expenditure.date-of-birth-scope': fc.constantFrom<Points['expenditure.date-of-birth-scope']>(
      'any-month',
      'every-month',
    ),
    'expenditure.post-codes-scope': fc.constantFrom<Points['expenditure.date-of-birth-scope']>(
      'any-month',
      'every-month',
    ),
  })
  .map((chosen): Points => ({ ...defaultPoints(), ...chosen }));
const input: fc.Arbitrary<ExpenditureInput> = fc.record({
  user,
  periods: fc.array(payslip, { maxLength: 8 }),
  points,
});

/** A person with an estimate, so that the laws of the amounts are not all about errors. */
const adult = { user_id: 'u', date_of_birth: '1980-01-01', post_codes: ['SW1A 1AA'] };
const bare = payslip.map((slip): PayrollPeriod => ({ ...slip, identity_information: null }));

function expenditures(given: ExpenditureInput) {
  const result = estimateExpenditure(given);
  return 'expenditures' in result ? result.expenditures : [];
}

describe('for any payslips and user', () => {
  it('there are estimates or errors, never none of both and never one twice', () => {
    fc.assert(
      fc.property(input, (given) => {
        const result = estimateExpenditure(given);
        const found = 'errors' in result ? result.errors : result.expenditures.map(({ date }) => date);
        expect(found.length).toBeGreaterThan(0);
        expect(new Set(found).size).toBe(found.length);
      }),
    );
  });

  it('the order of payslips changes nothing', () => {
    const shuffled = input.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray([...given.periods], { minLength: given.periods.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([given, periods]) => {
        expect(estimateExpenditure({ ...given, periods })).toEqual(estimateExpenditure(given));
      }),
    );
  });

  it('payslips that differ in the person only give the same estimate in either order', () => {
    const twin = fc
      .record({ born, postCode, from: fc.constantFrom('2026-03-01', '2026-03-11') })
      .map((person) => payslipOf({ ...person, to: '2026-03-31', net: '800.00', id: 'same' }));
    fc.assert(
      fc.property(fc.array(twin, { minLength: 2, maxLength: 4 }), points, (periods, chosen) => {
        const back = estimateExpenditure({ user: adult, periods: [...periods].reverse(), points: chosen });
        expect(back).toEqual(estimateExpenditure({ user: adult, periods, points: chosen }));
      }),
    );
  });

  it('total is the sum to the penny, months come newest first, amounts are positive', () => {
    fc.assert(
      fc.property(fc.array(bare), points, (periods, chosen) => {
        const list = expenditures({ user: adult, periods, points: chosen });
        for (const { cost_of_living, housing, total } of list) {
          expect(penceOf(cost_of_living)! + penceOf(housing)!).toBe(penceOf(total));
          expect(penceOf(cost_of_living)! > 0 && penceOf(housing)! > 0).toBe(true);
          expect(total).toMatch(/^\d+\.\d{2}$/);
        }
        const dates = list.map(({ date }) => date);
        expect(dates).toEqual([...dates].sort().reverse());
      }),
    );
  });

  it('nothing in them makes the estimate throw', () => {
    const junk = fc.anything({ maxDepth: 2 });
    const odd = fc.record({ from: junk, to: junk, net: junk, born: junk, postCode: junk }).map(payslipOf);
    const oddUser = fc.record({ user_id: fc.constant('u'), date_of_birth: junk, post_codes: junk });
    fc.assert(
      fc.property(oddUser, fc.array(fc.oneof(odd, junk)), (someone, periods) => {
        expect(estimateExpenditure({ user: someone, periods } as ExpenditureInput)).toBeTypeOf('object');
      }),
    );
  });
});

describe('metamorphic laws', () => {
  it('splitting a period at any day with pro-rata pay changes nothing', () => {
    const cut = fc
      .integer({ min: 2, max: 400 })
      .chain((days) => fc.tuple(fc.constant(days), fc.integer({ min: 1, max: days - 1 })));
    fc.assert(
      fc.property(
        cut,
        fc.nat({ max: 1_000 }),
        fc.integer({ min: -9_999, max: 30_000 }),
        fc.array(bare),
        (at, offset, perDay, others) => {
          const [days, before] = at;
          const start = first + offset;
          const slip = (from: number, length: number) =>
            payslipOf({ from: text(from), to: text(from + length - 1), net: penceToText(perDay * length) });
          const whole = [...others, slip(start, days)];
          const parts = [...others, slip(start, before), slip(start + before, days - before)];
          expect(estimateExpenditure({ user: adult, periods: parts })).toEqual(
            estimateExpenditure({ user: adult, periods: whole }),
          );
        },
      ),
    );
  });

  it('only cost of living moves with the date of birth, and only across a band', () => {
    const bands = [30, 50, 65, 75];
    const age = fc.integer({ min: 1, max: 149 });
    const march = payslipOf({ from: '2026-03-01', to: '2026-03-31', net: '2500.00' });
    const atAge = (years: number) =>
      expenditures({ user: { ...adult, date_of_birth: `${2026 - years}-02-14` }, periods: [march] })[0]!;
    fc.assert(
      fc.property(age, age, (one, other) => {
        const [a, b] = [atAge(one), atAge(other)];
        const crossed = bands.some((edge) => one < edge !== other < edge);
        expect(a.housing).toBe(b.housing);
        expect(a.cost_of_living !== b.cost_of_living).toBe(crossed);
      }),
    );
  });

  it('only housing moves with the country', () => {
    const code = fc.constantFrom('SW1A 1AA', 'CF10 1EP', 'EH1 1YZ', 'BT1 5GS');
    const pence = fc.integer({ min: 5_000, max: 900_000 });
    fc.assert(
      fc.property(code, code, pence, (one, other, net) => {
        const [a, b] = [one, other].map((postCode) => {
          const slip = payslipOf({ from: '2026-03-01', to: '2026-03-31', net: penceToText(net), postCode });
          return expenditures({ user: adult, periods: [slip] })[0]!;
        });
        expect(a!.cost_of_living).toBe(b!.cost_of_living);
        expect(a!.housing === b!.housing).toBe(one === other);
      }),
    );
  });

  it('a month left out is left out: its payslips may as well not be there', () => {
    const june = { from: '2025-06-01', to: '2025-06-30' };
    const losses = fc.array(fc.tuple(fc.integer({ min: -90_000, max: 0 }), born, postCode), {
      minLength: 1,
      maxLength: 3,
    });
    const outside = bare.filter(({ income_information: income }) => {
      const month = (at?: string | null) => monthOf(dayNumberOf(readInstant(at)!));
      const left = monthOf(dayNumberOf(readInstant(june.from)!));
      return month(income?.pay_interval_start) > left || month(income?.pay_interval_end) < left;
    });
    fc.assert(
      fc.property(fc.array(outside), losses, (periods, lost) => {
        const slips = lost.map(([net, bornOn, code]) =>
          payslipOf({ ...june, net: penceToText(net), born: bornOn, postCode: code }),
        );
        expect(expenditures({ user: adult, periods: [...periods, ...slips] })).toEqual(
          expenditures({ user: adult, periods }),
        );
      }),
    );
  });

  it('the months returned are exactly those whose days add up to pay above zero', () => {
    fc.assert(
      fc.property(fc.array(bare), (periods) => {
        const months = new Map<number, number>();
        for (const { income_information: income } of periods) {
          const [start, end] = [income?.pay_interval_start, income?.pay_interval_end].map((at) =>
            dayNumberOf(readInstant(at)!),
          );
          const net = penceOf(income?.earnings?.net_pay)!;
          for (const [month, pence] of dayByDay(net, start!, end! - start! + 1)) {
            months.set(month, (months.get(month) ?? 0) + pence);
          }
        }
        const paid = [...months].filter(([, pence]) => pence > 0).map(([month]) => month);
        const returned = expenditures({ user: adult, periods }).map(({ date }) =>
          monthOf(dayNumberOf(readInstant(date)!)),
        );
        expect(returned).toEqual(paid.sort((a, b) => b - a));
      }),
    );
  });
});
