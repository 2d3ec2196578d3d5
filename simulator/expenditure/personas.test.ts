import { describe, expect, it } from 'vitest';
import { startingUser } from '../../generators/world/starting-user.ts';
import { world } from '../../generators/world/world.ts';
import { estimateExpenditure } from './estimate.ts';

const here = world('1');

/** What the estimate says about a persona as the world begins. */
function estimate(
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

function monthsOf(key: string) {
  const result = estimate(key);
  if ('errors' in result) throw new Error(result.errors.join());
  return result.months;
}

describe('the personas reach', () => {
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
    ['born-after-payslip', ['[date_of_birth] param 2026-03-15 is after the payslip month']],
    ['older-than-150', ['[date_of_birth] param 1868-05-04 gives an age over 150, the ONS model limit']],
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
    expect([...monthsOf('leaver-with-gap').keys()].slice(3, 7)).toEqual([
      '2026-06',
      '2026-05',
      '2026-01',
      '2025-12',
    ]);
    expect(monthsOf('negative-net-month').has('2026-02')).toBe(false);
    expect(monthsOf('negative-net-month').size).toBe(11);
    expect([...monthsOf('isle-of-man-mover').keys()].at(-1)).toBe('2026-04');
  });

  it('housing that moves with the country, and cost of living that moves with an age band', () => {
    const moved = monthsOf('wales-to-england');
    expect(moved.get('2026-02')!.housing).not.toBe(moved.get('2026-05')!.housing);
    expect(moved.get('2026-02')!.living).toBe(moved.get('2026-05')!.living);
    const older = monthsOf('leap-day-birthday');
    expect(older.get('2026-02')!.living).not.toBe(older.get('2026-05')!.living);
    expect(older.get('2026-02')!.housing).toBe(older.get('2026-05')!.housing);
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
