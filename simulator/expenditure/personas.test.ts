import { describe, expect, it } from 'vitest';
import { monthFrom } from '../../generators/calendar.ts';
import { drawnTimes, someBirth } from '../../generators/testing/births.ts';
import { startingUser } from '../../generators/world/starting-user.ts';
import { type World, world } from '../../generators/world/world.ts';
import { estimateExpenditure } from './estimate.ts';

const times = [someBirth, ...Array.from({ length: 7 }, (_, index) => drawnTimes('estimates', index).born)];

/** What the estimate says about a persona as the world begins. */
function estimateOf(
  here: World,
  key: string,
): { errors: string[] } | { months: Map<string, { living: string; housing: string }> } {
  const { index } = here.personas.get(key)!;
  const { user, entries } = startingUser(here, index!);
  const result = estimateExpenditure({
    user,
    periods: entries.flatMap((entry) => entry.payroll_submissions),
  });
  if ('errors' in result) return result;
  return {
    months: new Map(
      result.expenditures.map(({ date, cost_of_living, housing }) => [
        date.slice(0, 7),
        { living: cost_of_living, housing },
      ]),
    ),
  };
}

describe.each(times.map((born) => new Date(born).toISOString()))('born at %s, the personas reach', (born) => {
  const here = world('1', { born: Date.parse(born) });
  const estimate = (key: string) => estimateOf(here, key);
  const viewOf = (key: string) => here.person(here.personas.get(key)!.index!).payrollView;
  const ago = (months: number) => monthFrom(here.begins, -months);

  function monthsOf(key: string) {
    const result = estimate(key);
    if ('errors' in result) throw new Error(result.errors.join());
    return result.months;
  }

  // "User [<user_id>] not found" is the eighth: unknown-user has an id and nothing to estimate from.
  it.each([
    ['no-date-of-birth', ['[date_of_birth] param is missing on the user and its payslips']],
    ['no-post-code', ['[post_codes] param is missing on the user and its payslips']],
    [
      'no-details',
      [
        '[date_of_birth] param is missing on the user and its payslips',
        '[post_codes] param is missing on the user and its payslips',
      ],
    ],
    [
      'born-after-payslip',
      [`[date_of_birth] param ${viewOf('born-after-payslip').dateOfBirth} is after the payslip month`],
    ],
    [
      'older-than-150',
      [
        `[date_of_birth] param ${viewOf('older-than-150').dateOfBirth} gives an age over 150, the ONS model limit`,
      ],
    ],
    [
      'jersey-resident',
      ['JE2 3QZ', 'GY1 4XP'].map(
        (code) => `Postcode ${code} has no ONS region; supported: England, Wales, Scotland, Northern Ireland`,
      ),
    ],
    ['no-payroll-periods', ['payroll periods are missing']],
    ['tax-authority-only', ['payroll periods are missing']],
    ['all-months-zero', ['payroll periods have no positive net pay']],
  ])('the messages of %s', (key, errors) => {
    expect(estimate(key)).toEqual({ errors });
  });

  it('an id that no user of the world has', () => {
    const { index, userId } = here.personas.get('unknown-user')!;
    expect(index).toBeNull();
    expect(here.indexOf(userId)).toBeUndefined();
  });

  it('months that are left out: without pay, with a negative net, without a region', () => {
    const worked = [...monthsOf('leaver-with-gap').keys()];
    for (const month of [8, 7, 6].map(ago)) expect(worked).not.toContain(month);
    for (const month of [9, 5, 4].map(ago)) expect(worked).toContain(month);
    const { negative, others } = Object.fromEntries(
      Object.entries({ negative: 6, others: 7 }).map(([name, months]) => [name, ago(months)]),
    );
    expect(monthsOf('negative-net-month').has(negative!)).toBe(false);
    expect(monthsOf('negative-net-month').has(others!)).toBe(true);
    expect([...monthsOf('isle-of-man-mover').keys()].at(-1)).toBe(ago(6));
  });

  it('housing that moves with the country, and cost of living that moves with an age band', () => {
    const moved = monthsOf('wales-to-england');
    expect(moved.get(ago(8))!.housing).not.toBe(moved.get(ago(6))!.housing);
    const older = monthsOf('scottish-taxpayer');
    expect(older.get(ago(7))!.living).not.toBe(older.get(ago(5))!.living);
  });

  it('all four countries, with a region from the payslip or from the user', () => {
    const reached = [
      'steady-salary',
      'two-jobs',
      'scottish-taxpayer',
      'northern-irish-carer',
      'region-from-the-user',
    ];
    for (const key of reached) expect(monthsOf(key).size, key).toBeGreaterThan(10);
  });
});
