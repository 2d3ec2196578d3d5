import { parseGroupedPence, parsePence, penceToGroupedText, penceToText } from '../../../generators/money.ts';
import { isoInstant, readInstant } from '../../domain/instant.ts';
import { refusals } from '../../domain/refusal.ts';
import { rewritten, type Shape } from '../../domain/rewritten.ts';

type GivenFormat = 'uuid' | 'timestamp' | 'date' | 'money' | 'decimal' | 'balance' | 'amount' | 'phone';
type Value = string | number;
type Reader = { read: (value: Value) => Value | null | undefined; wants: string };

const isoDay = (instant: number): string => isoInstant(instant).slice(0, 10);
const twoDecimals = 'an amount with at most two decimals';
const readers: Readonly<Record<GivenFormat, Reader>> = {
  uuid: { read: (value) => String(value).toLowerCase(), wants: 'a UUID' },
  timestamp: { read: (value) => written(value, isoInstant), wants: 'a moment between the years 0 and 9999' },
  date: { read: (value) => written(value, isoDay), wants: 'a day between the years 0 and 9999' },
  money: { read: (value) => money(value, penceToText), wants: twoDecimals },
  decimal: { read: (value) => (typeof value === 'string' ? value : decimalText(value)), wants: 'a number' },
  balance: { read: (value) => money(value, penceToGroupedText), wants: twoDecimals },
  amount: { read: amount, wants: `a text, or ${twoDecimals}` },
  phone: { read: phone, wants: 'a phone number of at most 15 digits' },
};

/** Given values in the service's format. Those that it cannot hold without changing their meaning are refused by name. */
export function readGiven<T>(given: unknown, shape: Shape<GivenFormat>, place = ''): T {
  const problems: string[] = [];
  const write = (value: unknown, format: GivenFormat, field: string) => {
    const { read, wants } = readers[format];
    const result = typeof value === 'string' || typeof value === 'number' ? read(value) : undefined;
    if (result === undefined) problems.push(`Field [${field}] must be ${wants}`);
    return result;
  };
  const result = rewritten(given, shape, write, place);
  if (problems.length > 0) throw refusals.invalid(problems);
  return result as T;
}

function written(value: Value, write: (instant: number) => string): string | undefined {
  const instant = readInstant(String(value));
  return instant === undefined ? undefined : write(instant);
}

function money(value: Value, write: (pence: number) => string): string | undefined {
  const exact = Number(typeof value === 'string' ? value.replaceAll(',', '') : value) * 100;
  const pence = Math.round(exact);
  // A sum of fractions is off by a hair; more than that is a fraction of a penny.
  const hair = Math.max(1e-6, Math.abs(exact) * 4e-16);
  return Number.isSafeInteger(pence) && Math.abs(exact - pence) <= hair ? write(pence + 0) : undefined;
}

/** A number as people write it, without an exponent; numbers so large as to have one are not let through. */
function decimalText(value: number): string {
  const [digits = '', exponent] = String(value).split('e-');
  if (exponent === undefined) return digits;
  const sign = digits.startsWith('-') ? '-' : '';
  return `${sign}0.${'0'.repeat(Number(exponent) - 1)}${digits.replace(/[-.]/g, '')}`;
}

/** Amounts of statements are any text; one that is an amount gets its two decimals and keeps the rest of its style. */
function amount(value: Value): string | undefined {
  if (typeof value === 'number') return money(value, penceToText);
  const found = /^(-?\d[\d,]*)(?:\.(\d{1,2}))?$/.exec(value);
  return found ? `${found[1]}.${(found[2] ?? '').padEnd(2, '0')}` : value;
}

function phone(value: Value): number | null | undefined {
  const digits = String(value).replace(/\D/g, '');
  if (digits === '') return null;
  const number = Number(digits);
  return Number.isSafeInteger(number) ? number : undefined;
}

/** What was given, null included; made up only when it was left out. */
export const kept = <T>(given: T | undefined, fill: () => T): T => (given === undefined ? fill() : given);

/** A part of a resource: null stays null, and what is left out of it is made up. */
export const keptPart = <T extends object>(given: T | null | undefined, fill: (given: T) => T): T | null =>
  given === null ? null : fill(given ?? ({} as T));

/** The limit of sums: above it, whole numbers are no longer exact. */
const largest = 9_000_000_000_000_000;

/** Pence of a given amount; undefined when it was left out or is null. */
export const penceOf = (given: string | null | undefined): number | undefined =>
  given == null ? undefined : parsePence(given);

export const balanceOf = (given: string | null | undefined): number | undefined =>
  given == null ? undefined : parseGroupedPence(given);

export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((sum, one) => within(sum + one), 0);

/** Whole pence of a product or quotient, halves away from zero. */
export const wholePence = (amount: number): number =>
  within(Math.sign(amount) * Math.round(Math.abs(amount)) + 0);

export const within = (pence: number): number => Math.min(Math.max(pence, -largest), largest);

export const moneyText = (pence: number): string => penceToText(within(pence) + 0);

/** Fills the gaps of a list: the first one takes what the others leave of the total, any further one is nil. */
export function completed(amounts: readonly (number | undefined)[], total: number | undefined): number[] {
  const known = sumOf(amounts.map((one) => one ?? 0));
  let left = total === undefined ? 0 : within(total - known);
  return amounts.map((one) => {
    if (one !== undefined) return one;
    const share = left;
    left = 0;
    return share;
  });
}

/** A type as a payslip prints it: `sick_pay` is "Sick pay". */
export function printedType(type: string | null): string {
  const words = (type || 'pay').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
