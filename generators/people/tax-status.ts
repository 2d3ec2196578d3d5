import { addMonths, type Day, dayNumber, dayText } from '../calendar.ts';
import type { Pence } from '../money.ts';
import type { BasicPay, NiCategory, PayEvent, PayFrequency } from '../pay/employment.ts';
import type { Stream } from '../random.ts';
import { personalAllowance } from '../uk/earnings.ts';
import { statePensionDay, statePensionOfYear } from '../uk/state-pension.ts';
import { inRegion, type TaxRegion } from '../uk/tax-code.ts';
import { taxYearOf, taxYearStart } from '../uk/tax-year.ts';
import { plannedUntil, recordsFrom } from './history.ts';
import type { Home } from './homes.ts';

/** Later than any day. */
const NEVER = '9999-99';

const taxRegionOf = (country: Home['country']): TaxRegion =>
  country === 'Scotland' || country === 'Wales' ? country : 'rUK';

/** The code that follows from a salary: above 100,000 the allowance goes down by a pound for every two. */
export function codeForPay(pay: BasicPay, taxYear = Number.POSITIVE_INFINITY): string {
  const whole = personalAllowance(taxYear);
  if (pay.kind !== 'salary' || pay.annual <= 100_000_00) return `${Math.floor(whole / 10_00)}L`;
  const allowance = Math.max(0, whole - Math.floor((pay.annual - 100_000_00) / 2));
  return allowance === 0 ? '0T' : `${Math.floor(allowance / 10_00)}T`;
}

/** Most people have the standard code; some have given or received the marriage allowance, or owe for an earlier year. */
export const drawnCode = (stream: Stream, standard: string): string =>
  standard === '1257L' ? stream.named({ '1257L': 92, '1383M': 3, '1131N': 2, '1188L': 2, K45: 1 }) : standard;

/** The emergency form of a code, which looks at each period alone. */
export const emergency = (code: string, frequency: PayFrequency): string =>
  `${code} ${frequency === 'monthly' ? 'M1' : 'W1'}`;

/** The day on which a person's state pension begins; null for a birth so late that no year of four digits has it. */
export function pensionDayOf(born: Day | null): Day | null {
  const day = born === null ? null : statePensionDay(dayNumber(born));
  return day === null || day > LAST_DAY ? null : dayText(day);
}
const LAST_DAY = dayNumber('9999-12-31');

/** The category letter on a day, and its changes from then on. */
export function niStatus(born: Day | null, start: Day): { niCategory: NiCategory; changes: PayEvent[] } {
  if (born === null) return { niCategory: 'A', changes: [] };
  const adult = dayText(addMonths(dayNumber(born), 12 * 21));
  const pensioner = pensionDayOf(born) ?? NEVER;
  const niCategory = start < adult ? 'M' : start < pensioner ? 'A' : 'C';
  const changes: PayEvent[] = [];
  if (start < adult) changes.push({ kind: 'ni-category', from: adult, niCategory: 'A' });
  if (start < pensioner && pensioner !== NEVER)
    changes.push({ kind: 'ni-category', from: pensioner, niCategory: 'C' });
  return { niCategory, changes };
}

/** The code of a person whose state pension, which is paid without tax, uses up some of the allowance. */
function lessStatePension(code: string, pension: Pence): string {
  const [, k = '', number, letter = ''] = /^(K?)(\d+)([LMNT]?)$/.exec(code) ?? [];
  if (number === undefined || pension === 0) return code;
  const left = (k ? -(Number(number) + 1) : Number(number)) * 10_00 - pension;
  if (left < 0) return `K${Math.max(1, Math.floor(-left / 10_00) - 1)}`;
  return left < 10_00 ? '0T' : `${Math.floor(left / 10_00)}${letter}`;
}

/** The first day of a new code: one for the new tax year does not come before 6 April. */
export function codeChangeDay(day: Day): Day {
  const lastDays = day.slice(5) >= '04-01' && day.slice(5) < '04-06';
  return lastDays ? `${day.slice(0, 4)}-04-06` : day;
}

/**
 * The code in the country of the home on a day, and its changes by moves, high pay and the state pension. It follows the pay
 * and the allowance of each year on record where the pay is given, and is the bare one otherwise.
 */
export function taxCodeStatus(
  bare: string,
  { dateOfBirth: born, homes, begins }: { dateOfBirth: Day | null; homes: readonly Home[]; begins: Day },
  start: Day,
  pay?: { basicPay: BasicPay; rises: readonly PayEvent[] },
): { taxCode: string; changes: PayEvent[] } {
  const until = plannedUntil(begins);
  const recorded = taxYearOf(dayNumber(recordsFrom(begins)));
  const steps = pay?.rises.flatMap((one) => (one.kind === 'pay-rise' ? [one] : [])) ?? [];
  const pensioner = pensionDayOf(born);
  const codeOn = (day: Day): string => {
    const step = steps.findLast(({ from }) => codeChangeDay(from) <= day);
    const home = homes.findLast(({ from }) => codeChangeDay(from) <= day) ?? homes[0];
    const taxYear = Math.max(recorded, taxYearOf(dayNumber(day)));
    const code = pay ? codeForPay(step?.basicPay ?? pay.basicPay, taxYear) : bare;
    const isPaid = born !== null && pensioner !== null && pensioner <= day;
    const pension = isPaid ? statePensionOfYear(born, taxYearOf(dayNumber(day))) : 0;
    return inRegion(lessStatePension(code, pension), taxRegionOf(home?.country ?? 'England'));
  };
  const uprated: Day[] = [];
  for (let year = recorded + 1; taxYearStart(year) <= until; year++)
    if (personalAllowance(year) !== personalAllowance(year - 1)) uprated.push(`${year}-04-06`);
  if (pensioner !== null && dayNumber(pensioner) <= until) {
    uprated.push(pensioner);
    const first = taxYearOf(Math.max(dayNumber(pensioner), dayNumber(start)));
    for (let year = first + 1; taxYearStart(year) <= until; year++) uprated.push(`${year}-04-06`);
  }
  const days = [...[...homes, ...steps].map(({ from }) => codeChangeDay(from)), ...uprated];
  const changes: PayEvent[] = [];
  let taxCode = codeOn(start);
  for (const from of [...new Set(days)].filter((day) => day > start).sort()) {
    if (codeOn(from) === taxCode) continue;
    taxCode = codeOn(from);
    changes.push({ kind: 'tax-code', from, taxCode });
  }
  return { taxCode: codeOn(start), changes };
}
