import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawnPerson } from '../../../generators/people/drawn-person.ts';
import { loadContract } from '../../../spec/contract.ts';
import { defaultProfile } from '../../../spec/profile.ts';
import type { PartialPayrollSubmission, PayrollSubmission, User } from '../../../spec/types.ts';
import { randomIds } from '../../ports/ports.ts';
import { type Filling, fillPayrolls } from './payroll-submission.ts';
import { readPayroll } from './read-submissions.ts';
import { givenPayroll } from './testing/given-arbitraries.ts';
import { expectKept } from './testing/kept-by-meaning.ts';

const { validators } = loadContract(defaultProfile());
const now = Date.parse('2026-03-18T10:00:00.000Z');
const userId = '0a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d';
const blank: User = { user_id: userId, created_at: '2026-03-01T00:00:00.000Z' };

function fill(
  given: PartialPayrollSubmission,
  { user = blank, ...filling }: Partial<Filling> & { user?: User } = {},
): PayrollSubmission {
  const [result] = fillPayrolls(readPayroll([given], 'payroll_submissions'), {
    person: drawnPerson(user),
    isBirthKnown: user.date_of_birth !== undefined,
    held: [],
    now,
    origin: 'connection',
    points: defaultProfile().points,
    newId: () => randomIds.ofUser(userId),
    ...filling,
  });
  return result as PayrollSubmission;
}

const pence = (text: string | null | undefined) => Math.round(Number(text) * 100);
const sum = (lines: readonly { amount?: string | null }[]) =>
  lines.reduce((all, one) => all + pence(one.amount), 0);
const small = (value: unknown): boolean => !JSON.stringify(value).includes('99999999999');

describe('whatever is given of a payslip', () => {
  test('what is given is kept by meaning, and null stays null', () => {
    fc.assert(
      fc.property(givenPayroll, (given) => {
        const except = new Set([
          'account_id',
          'entry_id',
          ...(given.created_at === null ? ['created_at'] : []),
        ]);
        expectKept(given, fill(given), '', except);
      }),
    );
  });

  test('the result keeps to the contract and leaves no field out', () => {
    const fields = Object.keys(fill({})).sort();
    fc.assert(
      fc.property(givenPayroll, (given) => {
        const result = fill(given);
        const validate = validators.schema('PayrollSubmission');
        expect(validate(result) ? [] : validate.errors).toEqual([]);
        expect(Object.keys(result).sort()).toEqual(fields);
      }),
    );
  });

  test('gross pay less deductions is net pay, unless the caller says otherwise of all three', () => {
    fc.assert(
      fc.property(givenPayroll.filter(small), (given) => {
        const { earnings, deductions } = given.income_information ?? {};
        const saysNet = earnings?.net_pay != null;
        const saysTotal =
          deductions?.total_deductions != null || Array.isArray(deductions?.deductions_elements);
        const saysGross =
          earnings?.gross_pay != null ||
          (earnings?.earning_elements?.length ?? 0) > 0 ||
          (earnings?.fixed_pay_total != null && earnings.variable_pay_total != null);
        const all = fill(given).income_information;
        const shown = [all?.earnings?.gross_pay, all?.earnings?.net_pay, all?.deductions?.total_deductions];
        fc.pre(!(saysNet && saysTotal && saysGross) && shown.every((one) => typeof one === 'string'));
        const [gross, net, total] = shown.map(pence);
        expect((gross ?? 0) - (total ?? 0)).toBe(net);
      }),
    );
  });

  test('lines of earnings that were left out add up to fixed and variable pay, and these to gross pay', () => {
    fc.assert(
      fc.property(givenPayroll.filter(small), (given) => {
        const said = given.income_information?.earnings;
        fc.pre(
          !said?.earning_elements?.length &&
            !(said?.fixed_pay_total != null && said.variable_pay_total != null),
        );
        const earnings = fill(given).income_information?.earnings;
        fc.pre(
          earnings?.gross_pay != null &&
            earnings.fixed_pay_total != null &&
            earnings.variable_pay_total != null,
        );
        const { gross_pay, fixed_pay_total, variable_pay_total, earning_elements } = earnings;
        expect(pence(fixed_pay_total) + pence(variable_pay_total)).toBe(pence(gross_pay));
        if (said?.earning_elements === undefined && earning_elements)
          expect(sum(earning_elements)).toBe(pence(gross_pay));
      }),
    );
  });

  test('lines of deductions add up to the total when one of both was left out', () => {
    fc.assert(
      fc.property(givenPayroll.filter(small), (given) => {
        const said = given.income_information?.deductions;
        const deductions = fill(given).income_information?.deductions;
        fc.pre(deductions?.total_deductions != null && deductions.deductions_elements != null);
        fc.pre(said?.deductions_elements === undefined || said.total_deductions === undefined);
        expect(sum(deductions.deductions_elements)).toBe(pence(deductions.total_deductions));
      }),
    );
  });

  test('tax, national insurance, pension and loans add up to the total when no line or tax is given', () => {
    fc.assert(
      fc.property(givenPayroll.filter(small), (given) => {
        const said = given.income_information?.deductions;
        fc.pre(said?.deductions_elements === undefined && said?.income_tax === undefined);
        const income = fill(given).income_information;
        fc.pre(income?.deductions?.total_deductions != null && Number(income.earnings?.gross_pay) > 0);
        const { income_tax, employee_ni, employee_pension, loan_deductions } = income.deductions;
        const parts = [income_tax, employee_ni, employee_pension, loan_deductions].map((one) => ({
          amount: one ?? '0',
        }));
        expect(sum(parts)).toBe(pence(income.deductions.total_deductions));
      }),
    );
  });

  test('the pay interval is not turned around, and it holds a pay day that was left out', () => {
    fc.assert(
      fc.property(givenPayroll, (given) => {
        const said = given.income_information;
        fc.pre(!(said?.pay_interval_start && said.pay_interval_end));
        const {
          pay_interval_start: start,
          pay_interval_end: end,
          pay_date: paid,
        } = fill(given).income_information ?? {};
        fc.pre(typeof start === 'string' && typeof end === 'string');
        expect(start <= end).toBe(true);
        if (said?.pay_date === undefined && paid) expect(start <= paid && paid <= end).toBe(true);
      }),
    );
  });
});

test('nothing given is the last full month before now, of a person of working age', () => {
  const { income_information: income, identity_information: identity } = fill({});
  expect(income?.pay_interval_start).toBe('2026-02-01T00:00:00.000Z');
  expect(income?.pay_interval_end).toBe('2026-02-28T00:00:00.000Z');
  // A working day late in the month; which one is drawn.
  const paid = new Date(income?.pay_date ?? '');
  expect(paid.toISOString()).toMatch(/^2026-02-2[0-8]T00:00:00/);
  expect([1, 2, 3, 4, 5]).toContain(paid.getUTCDay());
  expect(Number(income?.earnings?.net_pay)).toBeGreaterThan(0);
  const age = 2026 - Number(identity?.date_of_birth?.slice(0, 4));
  expect(age).toBeGreaterThanOrEqual(21);
  expect(age).toBeLessThanOrEqual(61);
});

test.each([
  ['2026-01-28', '2026-01-01', '2026-01-31'],
  ['2026-01-05', '2025-12-01', '2025-12-31'],
])('a pay day of %s is that of a month that fits around it', (paid, start, end) => {
  const income = fill({ income_information: { pay_date: paid } }).income_information;
  expect([income?.pay_interval_start, income?.pay_interval_end].map((one) => one?.slice(0, 10))).toEqual([
    start,
    end,
  ]);
});

test('weekly pay speaks of the last full week', () => {
  const income = fill({ income_information: { pay_frequency: 'weekly' } }).income_information;
  expect(income?.pay_interval_start).toBe('2026-03-09T00:00:00.000Z');
  expect(income?.pay_interval_end).toBe('2026-03-15T00:00:00.000Z');
});

test('given net pay leads to gross pay by the tables, so that tax and national insurance are what they would be', () => {
  const income = fill({ income_information: { earnings: { net_pay: '2000.00' } } }).income_information;
  expect(income?.earnings?.net_pay).toBe('2000.00');
  expect(Number(income?.earnings?.gross_pay)).toBeGreaterThan(2300);
  expect(Number(income?.earnings?.gross_pay)).toBeLessThan(2600);
  expect(Number(income?.deductions?.income_tax)).toBeGreaterThan(200);
});

test('net pay of nothing or less comes from no gross pay', () => {
  const income = fill({ income_information: { earnings: { net_pay: -12.5 } } }).income_information;
  expect(income?.earnings).toMatchObject({ net_pay: '-12.50', gross_pay: '0.00' });
  expect(income?.deductions).toMatchObject({ total_deductions: '12.50', income_tax: '0.00' });
});

test("the user's own details are those of the payslip", () => {
  const user = {
    ...blank,
    forename: 'Ada',
    surname: 'Byron',
    date_of_birth: '2020-12-10T00:00:00.000Z',
    ni_number: 'QQ123456C',
    post_codes: ['EH12 9DN', 'LS1 4AP'],
  };
  expect(fill({}, { user }).identity_information).toMatchObject({
    name: 'Ada Byron',
    date_of_birth: '2020-12-10T00:00:00.000Z',
    NI_number: 'QQ123456C',
    address: { post_code: 'EH12 9DN', city: 'Edinburgh', country: 'Scotland' },
  });
  expect(fill({}, { user }).income_information?.tax_code).toBe('S1257L');
});

test('the same user has the same payslip, with an id of its own', () => {
  const [first, second] = [fill({}), fill({})];
  const withoutId = ({ id: _, ...rest }: PayrollSubmission) => rest;
  expect(withoutId(first)).toEqual(withoutId(second));
  expect(first.id).not.toBe(second.id);
});

test('a line of earnings without an amount is quantity times rate, or what the others leave of gross pay', () => {
  const earnings = fill({
    income_information: {
      earnings: {
        gross_pay: 1000,
        earning_elements: [
          { type: 'hours', quantity: '10', rate: '12.50' },
          { type: 'bonus', amount: '75' },
          {},
        ],
      },
    },
  }).income_information?.earnings;
  expect(earnings?.earning_elements?.map((one) => one.amount)).toEqual(['125.00', '75.00', '800.00']);
  expect(earnings).toMatchObject({ bonus: '75.00', fixed_pay_total: '925.00', variable_pay_total: '75.00' });
});

test('a payslip from before the person could have worked makes a made-up person older, but never the user', () => {
  const long = { income_information: { pay_interval_start: '1961-05-01', pay_interval_end: '1961-05-31' } };
  expect(fill(long).identity_information?.date_of_birth).toBe('1943-05-01T00:00:00.000Z');
  const user = { ...blank, date_of_birth: '1990-01-01T00:00:00.000Z' };
  expect(fill(long, { user }).identity_information?.date_of_birth).toBe('1990-01-01T00:00:00.000Z');
});
