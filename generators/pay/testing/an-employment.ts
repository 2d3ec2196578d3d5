import type { Employment } from '../employment.ts';

/** A plain job to vary in tests: £30,000 a year, paid monthly on the 28th, code 1257L, category A, no pension. */
export function anEmployment(changes: Partial<Employment> = {}): Employment {
  return {
    employer: { name: 'Example Works', payeReference: '000/EX123' },
    role: 'Tester',
    type: 'full_time',
    isDirector: false,
    dateOfBirth: '1990-05-17',
    start: '2023-04-01',
    leave: null,
    frequency: 'monthly',
    payDay: { kind: 'day-of-month', day: 28, weekend: 'before', month: 'current' },
    basicPay: { kind: 'salary', annual: 30_000_00 },
    taxCode: '1257L',
    niCategory: 'A',
    studentLoans: [],
    pension: { kind: 'none' },
    previous: null,
    events: [],
    ...changes,
  };
}

/** Pay by weeks: the pay day is the last day of its interval. */
export function paidByWeeks(
  frequency: 'weekly' | 'fortnightly' | 'four-weekly',
  anchor: string,
): Pick<Employment, 'frequency' | 'payDay'> {
  return { frequency, payDay: { kind: 'every-period', anchor, lagDays: 0 } };
}
