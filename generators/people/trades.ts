import type { PayFrequency } from '../pay/employment.ts';
import { type Row, readTable } from '../table.ts';

type Band = readonly [from: number, to: number];

/** A line of work: what it is called, where it is done, and how it is paid. Pay is as of spring 2024, in pence. */
export type Trade = {
  role: string;
  sector: string;
  weight: number;
  age: number;
  pay:
    | { kind: 'salary'; annual: Band }
    | { kind: 'hourly'; rate: Band; weeklyHours: readonly number[] }
    | { kind: 'variable'; rate: Band; unit: string; description: string; perWeek: Band };
  often: (typeof OFTEN)[number] | null;
  director: boolean;
  /** What they are called after each promotion, in order. */
  promotions: readonly string[];
};

const OFTEN = ['bonus', 'commission', 'overtime', 'tips', 'benefits'] as const;

/** The lines of work by their table, in which salaries are in pounds a year and other rates in pence. */
const lines: readonly Trade[] = readTable('people/data/trades').map((row) => {
  const { role = '', sector = '', weight, age, often, director, promotions } = row;
  return {
    role,
    sector,
    weight: Number(weight),
    age: Number(age),
    often: OFTEN.find((word) => word === often) ?? null,
    pay: payOf(row),
    director: director === 'yes',
    promotions: promotions ? promotions.split('; ') : [],
  };
});

/** The work that people do; a pension is paid like a salary, and is no work. */
export const trades = lines.filter(({ weight }) => weight > 0);
export const pensioner = lines.find(({ weight }) => weight === 0)!;

function payOf({ kind, hours, unit = '', description = '', ...row }: Row): Trade['pay'] {
  const rate: Band = [Number(row.from), Number(row.to)];
  if (kind === 'salary') return { kind, annual: [rate[0] * 100, rate[1] * 100] };
  if (kind === 'hourly') return { kind, rate, weeklyHours: hours?.split(' ').map(Number) ?? [] };
  return { kind: 'variable', rate, unit, description, perWeek: [Number(row.week_from), Number(row.week_to)] };
}

export const frequencies: Readonly<Record<Trade['pay']['kind'], Partial<Record<PayFrequency, number>>>> = {
  salary: { monthly: 94, 'four-weekly': 6 },
  hourly: { weekly: 30, monthly: 34, 'four-weekly': 22, fortnightly: 14 },
  variable: { weekly: 62, fortnightly: 20, monthly: 18 },
};
