import fc from 'fast-check';
import { dayNumber, dayText } from '../../calendar.ts';
import { niCategories } from '../../uk/national-insurance.ts';
import { studentLoanPlans } from '../../uk/student-loan.ts';
import type { BasicPay, Employment, PayEvent, PayFrequency, Pension } from '../employment.ts';
import { anEmployment } from './an-employment.ts';

const codes = [
  '1257L',
  'S1257L',
  'C1257L',
  '1257L M1',
  '0T',
  'S0T W1',
  'BR',
  'SD1',
  'D0',
  'NT',
  'K475',
  'SK2000',
  '1131N',
  '812T X',
];

const days = (from: string, to: string) =>
  fc.integer({ min: dayNumber(from), max: dayNumber(to) }).map((number) => dayText(number));
const anyDay = days('2022-12-01', '2027-12-31');
const amounts = fc.integer({ min: 0, max: 9_000_00 });

const basicPay: fc.Arbitrary<BasicPay> = fc.oneof(
  fc.record({ kind: fc.constant('salary' as const), annual: fc.integer({ min: 0, max: 300_000_00 }) }),
  fc.record({
    kind: fc.constant('hourly' as const),
    rate: fc.integer({ min: 5_00, max: 90_00 }),
    weeklyHours: fc.integer({ min: 0, max: 60_00 }),
  }),
  fc.record({
    kind: fc.constant('variable' as const),
    rate: fc.integer({ min: 1_00, max: 30_00 }),
    unit: fc.constantFrom('hour', 'delivery'),
    description: fc.constant('Work done'),
    quantities: fc.array(fc.nat(80_00), { minLength: 1, maxLength: 12 }),
  }),
);

const pension: fc.Arbitrary<Pension> = fc.oneof(
  fc.constant<Pension>({ kind: 'none' }),
  fc.record({
    kind: fc.constant('workplace' as const),
    method: fc.constantFrom('relief-at-source', 'net-pay', 'salary-sacrifice'),
    basis: fc.constantFrom('qualifying-earnings', 'basic-pay', 'all-earnings'),
    employee: fc.integer({ min: 0, max: 40_00 }),
    employer: fc.integer({ min: 0, max: 20_00 }),
    enrolment: fc.constantFrom('automatic', 'contractual'),
  }),
);

const description = fc.constantFrom('First', 'Second');
const span = fc
  .tuple(anyDay, fc.nat(120))
  .map(([from, length]) => ({ from, to: dayText(dayNumber(from) + length) }));
const spans = <K extends string>(kind: K) => span.map((both) => ({ kind, ...both }));

const event: fc.Arbitrary<PayEvent> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('bonus', 'commission', 'tips', 'expenses'),
    on: anyDay,
    description,
    amount: amounts,
  }),
  fc.record({
    kind: fc.constant('overtime' as const),
    on: anyDay,
    description,
    quantity: fc.nat(40_00),
    rate: fc.nat(60_00),
    unit: fc.constant('hour'),
  }),
  fc.record({
    kind: fc.constant('deduction' as const),
    on: anyDay,
    type: fc.constant('overpayment_recovery'),
    description,
    amount: amounts,
  }),
  fc.record({ kind: fc.constant('pay-rise' as const), from: anyDay, basicPay }),
  fc.record({ kind: fc.constant('tax-code' as const), from: anyDay, taxCode: fc.constantFrom(...codes) }),
  fc.record({ kind: fc.constant('pension' as const), from: anyDay, pension }),
  spans('unpaid'),
  spans('zero-pay'),
  spans('sick').chain((sick) =>
    fc.constantFrom('statutory' as const, { share: 50_00 }).map((pay) => ({ ...sick, pay })),
  ),
  spans('parental').chain((parental) =>
    fc
      .record({
        leave: fc.constantFrom('maternity' as const, 'paternity' as const, 'shared-parental' as const),
        topUp: fc.record({ weeks: fc.nat(20), share: fc.constantFrom(50_00, 100_00) }),
      })
      .map((rest) => ({ ...parental, ...rest })),
  ),
  spans('benefit-in-kind').chain((benefit) =>
    fc.record({ description, monthly: fc.nat(900_00) }).map((rest) => ({ ...benefit, ...rest })),
  ),
);

/** Any employment at all, between late 2022 and 2028. */
export const anyEmployment: fc.Arbitrary<Employment> = fc
  .record({
    start: days('2022-12-01', '2025-12-31'),
    length: fc.option(fc.nat(900)),
    frequency: fc.constantFrom<PayFrequency>('weekly', 'fortnightly', 'four-weekly', 'monthly'),
    basicPay,
    taxCode: fc.constantFrom(...codes),
    niCategory: fc.constantFrom(...niCategories),
    studentLoans: fc.subarray([...studentLoanPlans]),
    pension,
    isDirector: fc.boolean(),
    dateOfBirth: fc.option(days('1955-01-01', '2008-12-31')),
    previous: fc.option(fc.record({ taxablePay: amounts, taxPaid: fc.nat(1_500_00) })),
    events: fc.array(event, { maxLength: 6 }),
    anchor: anyDay,
    lagDays: fc.nat(7),
    day: fc.integer({ min: 1, max: 31 }),
    weekend: fc.constantFrom('before', 'after', 'stay'),
    month: fc.constantFrom('current', 'previous'),
  })
  .map(({ length, anchor, lagDays, day, weekend, month, ...rest }) =>
    anEmployment({
      ...rest,
      leave: length === null ? null : dayText(dayNumber(rest.start) + length),
      payDay:
        rest.frequency === 'monthly'
          ? { kind: 'day-of-month', day, weekend, month }
          : { kind: 'every-period', anchor, lagDays },
    }),
  );
