import { lazy } from '../../spec/lazy.ts';
import { dayNumber } from '../calendar.ts';
import type { Pence } from '../money.ts';
import { type Row, readTable, scaled } from '../table.ts';
import { byTaxYear, type PayOn, periodAmount } from './tax-year.ts';

type LettersOf<Text> = Text extends `${infer First}${infer Rest}` ? First | LettersOf<Rest> : never;

export type NiCategory = LettersOf<typeof LETTERS>;
const LETTERS = 'ABCDEFHIJKLMNSVXZ';
export const niCategories = [...LETTERS] as NiCategory[];

type Group = 'standard' | 'reduced' | 'deferred' | 'exempt';

/** The reduced rate stayed 6.15 points under the standard one: 12 and 5.85 %, then 10 and 3.85 %, then 8 and 1.85 %. */
const REDUCTION = 615;
const GROUPS: Record<number, Group> = { 800: 'standard', 185: 'reduced', 200: 'deferred', 0: 'exempt' };

const groups = lazy(() => {
  const groupOf = (row: Row) => GROUPS[scaled(row, 'employee_main_rate_pt_to_uel', 10_000)];
  return new Map(readTable('uk/data/ni-category-letters').map((row) => [row.letter, groupOf(row)]));
});

const yearOf = byTaxYear('ni-class1-thresholds-rates', (rows) => {
  const [first = {}] = rows;
  const amounts = (name: string) => ({
    week: scaled(first, `${name}_week`),
    month: scaled(first, `${name}_month`),
    year: scaled(first, `${name}_year`),
  });
  const rates = rows.map((row) => {
    const [from = '', to = ''] = (row.period ?? '').split('..');
    return {
      from: dayNumber(from),
      months: Math.round((dayNumber(to) - dayNumber(from)) / 30.4),
      main: scaled(row, 'cat_a_main_rate', 10_000),
      upper: scaled(row, 'cat_a_upper_rate', 10_000),
    };
  });
  // The Act of 2023 blends the two rates of 2023-24 for directors by their months: 11.5 %, and 5.35 % reduced.
  const directorMain = rates.reduce((sum, { main, months }) => sum + main * months, 0) / 12;
  const [lowerLimit, primary, upperLimit] = [amounts('lel'), amounts('pt'), amounts('uel')];
  return { lowerLimit, primary, upperLimit, rates, directorMain };
});

/** The weekly lower earnings limit, below which an employment earns no statutory sick pay. */
export const lowerEarningsLimit = (taxYear: number): Pence => yearOf(taxYear).lowerLimit.week;

/** An employee's contribution on the earnings of one pay period; the pay day decides the rate. */
export function employeeNi(earnings: Pence, category: NiCategory, pay: PayOn): Pence {
  const year = yearOf(pay.taxYear);
  // Rows are in order of their first day; before the first table its first row reaches back.
  const rates = year.rates.findLast(({ from }) => from <= pay.day) ?? year.rates[0]!;
  const [primary, limit] = [year.primary, year.upperLimit].map((one) => periodAmount(pay.frequency, one));
  return contribution(earnings, primary!, limit!, ratesOf(category, rates.main, rates.upper));
}

/** On the earnings of the year so far; for a director appointed in it the weeks that are left are the period. */
export function directorNiToDate(earned: Pence, category: NiCategory, taxYear: number, weeks: number): Pence {
  const year = yearOf(taxYear);
  const { upper } = year.rates[0]!;
  const share = (annual: Pence) => (weeks >= 52 ? annual : Math.ceil((annual * weeks) / 5200) * 100);
  const [primary, limit] = [share(year.primary.year), share(year.upperLimit.year)];
  return contribution(earned, primary, limit, ratesOf(category, year.directorMain, upper));
}

/** The rates below the upper limit and above it. */
type RatePair = readonly [main: number, upper: number];

function ratesOf(category: NiCategory, standard: number, upper: number): RatePair {
  const group = groups().get(category) ?? 'exempt';
  const mains = { standard, reduced: standard - REDUCTION, deferred: upper, exempt: 0 };
  return [mains[group], group === 'exempt' ? 0 : upper];
}

function contribution(earnings: Pence, primary: Pence, limit: Pence, [main, upper]: RatePair): Pence {
  const below = Math.max(0, Math.min(earnings, limit) - primary);
  const above = Math.max(0, earnings - limit);
  return niRounded(below * main) + niRounded(above * upper);
}

/** Each part to the penny by the third decimal of the pound: 5 and less go down, 6 and more up. */
const niRounded = (tenThousandthsOfPence: number): Pence =>
  Math.floor((Math.floor(tenThousandthsOfPence / 1000) + 4) / 10);
