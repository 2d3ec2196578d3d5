import type { Pence } from '../money.ts';
import type { BasicPay, Pension } from '../pay/employment.ts';
import type { ScenarioPay, ScenarioPension } from './scenario.ts';

/** Pounds as pence, per cent as basis points, units as hundredths. */
export const hundredths = (amount: number): Pence => Math.round(amount * 100);

export function payIn(pay: ScenarioPay): BasicPay {
  if ('salary' in pay) return { kind: 'salary', annual: hundredths(pay.salary) };
  if ('hourly_rate' in pay)
    return { kind: 'hourly', rate: hundredths(pay.hourly_rate), weeklyHours: hundredths(pay.weekly_hours) };
  const { rate, unit, description, quantities } = pay;
  return {
    kind: 'variable',
    rate: hundredths(rate),
    unit,
    description,
    quantities: quantities.map(hundredths),
  };
}

/** The pension of a job; that of automatic enrolment when nothing is said. */
export function pensionIn(pension: ScenarioPension | undefined): Pension {
  if (pension === 'none') return { kind: 'none' };
  if (pension === undefined) {
    return {
      kind: 'workplace',
      method: 'relief-at-source',
      basis: 'qualifying-earnings',
      employee: 500,
      employer: 300,
      enrolment: 'automatic',
    };
  }
  const { employee, employer, ...rest } = pension;
  return {
    kind: 'workplace',
    ...rest,
    employee: hundredths(employee),
    employer: hundredths(employer),
  };
}
