import { lazy } from '../../spec/lazy.ts';
import { civil, type DayNumber, fromCivil } from '../calendar.ts';
import { type Row, readTable } from '../table.ts';

export type PayFrequency = 'weekly' | 'fortnightly' | 'four-weekly' | 'monthly';

/** A pay day, by which rates and thresholds are looked up. */
export type PayOn = { day: DayNumber; taxYear: number; frequency: PayFrequency };

/** The length of one pay period, in the units that tax tables count in: tax weeks, or 0 of them for a month. */
export const payPeriodOf: Readonly<Record<PayFrequency, { weeks: number; perYear: number }>> = {
  weekly: { weeks: 1, perYear: 52 },
  fortnightly: { weeks: 2, perYear: 26 },
  'four-weekly': { weeks: 4, perYear: 13 },
  monthly: { weeks: 0, perYear: 12 },
};

/** A threshold of the week and the month for any pay period: four weeks are four times the week. */
export function periodAmount(frequency: PayFrequency, amounts: { week: number; month: number }): number {
  const { weeks } = payPeriodOf[frequency];
  return weeks === 0 ? amounts.month : amounts.week * weeks;
}

/** The tax years with published tables, by the year they begin in. */
const FIRST = 2023;
const LAST = 2026;

/** How many years a tax year lies after the last table, or before the first (negative); 0 where there is one. */
export const yearsBeyondTables = (taxYear: number): number =>
  taxYear - Math.min(Math.max(taxYear, FIRST), LAST);

/** The year in which the tax year of a day begins: 2025 from 6 April 2025 to 5 April 2026. */
export function taxYearOf(day: DayNumber): number {
  const { year, month, day: dayOfMonth } = civil(day);
  return month > 4 || (month === 4 && dayOfMonth >= 6) ? year : year - 1;
}

export const taxYearStart = (year: number): DayNumber => fromCivil(year, 4, 6);

/** A table's rows of a tax year; the last table goes on after its year, the first reaches back before it. */
export function byTaxYear<T>(table: string, make: (rows: readonly Row[]) => T): (taxYear: number) => T {
  const rows = lazy(() => readTable(`uk/data/${table}`));
  const years = new Map<number, T>();
  return (taxYear) => {
    const year = Math.min(Math.max(taxYear, FIRST), LAST);
    let found = years.get(year);
    if (found === undefined) {
      // The first column is written `2025-26`.
      found = make(rows().filter(({ tax_year = '' }) => Number(tax_year.slice(0, 4)) === year));
      years.set(year, found);
    }
    return found;
  };
}

/** Where in the tax year a pay day stands, in the terms of the tax tables. */
export type TaxPeriod = {
  taxYear: number;
  /** Months or weeks of the year. */
  base: 12 | 52;
  /** The month or week number to which the tables are read. */
  number: number;
  /** How many of those units one pay period is. */
  span: number;
  /** The 53rd weekly, 27th fortnightly or 14th four-weekly pay day: taxed by itself, with the tables of one period. */
  isExtra: boolean;
};

/** Fortnights count as weeks 2, 4, 6 and four weeks as 4, 8, 12, so the extra ones are weeks 53, 54 and 56. */
export function taxPeriodOf(payDay: DayNumber, frequency: PayFrequency): TaxPeriod {
  const taxYear = taxYearOf(payDay);
  const { weeks } = payPeriodOf[frequency];
  if (weeks === 0) {
    const { month, day } = civil(payDay);
    const number = ((month - 4 - (day < 6 ? 1 : 0) + 12) % 12) + 1;
    return { taxYear, base: 12, number, span: 1, isExtra: false };
  }
  const number = (Math.floor((payDay - taxYearStart(taxYear)) / (7 * weeks)) + 1) * weeks;
  return { taxYear, base: 52, number, span: weeks, isExtra: number > 52 };
}
