import { describe, expect, it } from 'vitest';
import { FEWEST_USERS, world } from '../world/world.ts';
import { payslipsOf } from './payroll.ts';
import { ledgerMonth } from './statement-of.ts';

const peopleOf = (day: string) => {
  const here = world('earlier money', { born: Date.parse(day), users: FEWEST_USERS + 60 });
  return Array.from({ length: 60 }, (_, index) => here.person(FEWEST_USERS + index));
};
const median = (list: readonly number[]) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)]!;
const salaryOf = (day: string) =>
  median(
    peopleOf(day).flatMap(({ jobs, begins }) =>
      jobs.flatMap(({ employment: { basicPay, start } }) =>
        basicPay.kind === 'salary' && start < begins ? basicPay.annual : [],
      ),
    ),
  );

describe('people of a world born long ago', () => {
  // The median of full-time employees was about 17,000 pounds in 1998 and 31,000 in 2021.
  it.each([
    ['1998-04-07', 10_000_00, 18_000_00],
    ['2010-06-01', 17_000_00, 26_000_00],
    ['2026-11-15', 26_000_00, 40_000_00],
  ])('earn the wages of their time: born on %s', (day, least, most) => {
    const salary = salaryOf(day);
    expect(salary).toBeGreaterThan(least);
    expect(salary).toBeLessThan(most);
  });

  it('have the tax codes of their time, which change with the allowance on 6 April', () => {
    const codes = new Map<string, Set<string>>();
    for (const { jobs } of peopleOf('1998-11-15'))
      for (const job of jobs)
        for (const { taxCode, yearToDate } of payslipsOf(job, '2001-04-01')) {
          const year = String(yearToDate.taxYear);
          codes.set(year, (codes.get(year) ?? new Set()).add(taxCode));
        }
    expect([...codes.get('1998')!]).toContain('419L');
    expect([...codes.get('1999')!]).toContain('433L');
    expect([...codes.get('2000')!]).toContain('438L');
    for (const found of codes.values()) expect([...found]).not.toContain('1257L');
  });

  it('are not paid less than the minimum wage of the day, which began in April 1999', () => {
    const rates = (day: string) =>
      peopleOf(day).flatMap(({ jobs }) =>
        jobs.flatMap(({ employment: { basicPay } }) => (basicPay.kind === 'hourly' ? basicPay.rate : [])),
      );
    expect(Math.min(...rates('2004-11-15'))).toBeGreaterThanOrEqual(4_50);
    expect(Math.min(...rates('2004-11-15'))).toBeLessThan(7_00);
  });

  it('pay the bills of their time, so that most of them need no savings', () => {
    const [first] = peopleOf('1998-11-15');
    const people = peopleOf('1998-11-15');
    const isShort = people.filter((person) =>
      ledgerMonth(person, '1998-09', first!.begins)?.transactions.some(({ description }) =>
        description.startsWith('TRANSFER FROM SAVINGS'),
      ),
    );
    expect(isShort.length).toBeLessThan(people.length / 3);
  });
});
