import { isObject } from '../../spec/json.ts';

/** Fields that hold points in time: the same instant may be given without milliseconds, or as a day. */
const instants =
  /^(created_at|date_of_birth|start_date|end_date|leave_date|pay_date|pay_interval_start|pay_interval_end|start|end|date)$/;
const grouped = /^(iban|sort_code|account_number)$/;
const amount = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/**
 * The given values that are not shown, in words, whole lists and objects before single values; undefined when all are.
 * Instants, amounts and account details are compared by what they mean, items of a list by their description, whatever
 * their order; extra values are allowed.
 */
export function missing(given: unknown, shown: unknown): string | undefined {
  const lost = losses(given, shown, '');
  if (lost.length === 0) return undefined;
  const texts = lost.sort((a, b) => b.weight - a.weight).map(({ text }) => text);
  return `${texts.slice(0, 8).join('; ')}${texts.length > 8 ? `; and ${texts.length - 8} more` : ''}`;
}

/** A value that is not shown, and how many values went with it. */
type Loss = { readonly text: string; readonly weight: number };

const weightOf = (given: unknown): number =>
  isObject(given) || Array.isArray(given)
    ? Object.values(given).reduce<number>((sum, one) => sum + weightOf(one), 0)
    : 1;

function losses(given: unknown, shown: unknown, place: string): Loss[] {
  if (Array.isArray(given)) return lostItems(given, shown, place);
  const as = () => JSON.stringify(shown) ?? 'absent';
  if (isObject(given)) {
    if (!isObject(shown)) return [{ text: `${place} is ${as()}`, weight: weightOf(given) }];
    return Object.entries(given).flatMap(([name, value]) =>
      losses(value, Reflect.get(shown, name), place === '' ? name : `${place}.${name}`),
    );
  }
  if (same(given, shown, place.split('.').at(-1) ?? '')) return [];
  return [{ text: `${place} is ${as()} where ${JSON.stringify(given)} was given`, weight: 1 }];
}

function lostItems(given: readonly unknown[], shown: unknown, place: string): Loss[] {
  const items: readonly unknown[] = Array.isArray(shown) ? shown : [];
  const count = `${place} has ${items.length || 'no'} items where ${given.length} were given`;
  if (items.length !== given.length) return [{ text: count, weight: weightOf(given) }];
  const descriptionOf = (item: unknown): unknown =>
    isObject(item) && tidied(item['description'] ?? item['employer_name']);
  return given.flatMap((item) => {
    const description = descriptionOf(item);
    const candidates = items.filter((one) => descriptionOf(one) === description);
    if (candidates.length === 0)
      return [{ text: `${place} has nothing called ${JSON.stringify(description)}`, weight: weightOf(item) }];
    const faults = candidates.map((one) => losses(item, one, place));
    return faults.some(({ length }) => length === 0) ? [] : (faults[0] ?? []);
  });
}

function same(given: unknown, shown: unknown, name: string): boolean {
  if (given === shown || tidied(given) === tidied(shown)) return true;
  if (given === null || given === undefined) return shown === null || shown === undefined;
  const a = String(given);
  const b = String(shown);
  if (name === 'phone') return digits(a) === digits(b);
  if (instants.test(name)) return Date.parse(a) === Date.parse(b);
  if (grouped.test(name)) return a.replaceAll(/[\s-]/g, '') === b.replaceAll(/[\s-]/g, '');
  // Without decimals on either side it may be an account number, whose leading zeros count.
  return amount.test(a) && amount.test(b) && `${a}${b}`.includes('.') && number(a) === number(b);
}

/** A text but for blanks at its ends and its normal form, which a server may tidy. */
const tidied = (value: unknown): unknown => (typeof value === 'string' ? value.trim().normalize() : value);

/** The digits of a phone number, without a leading zero or country code. */
const digits = (phone: string): string => phone.replaceAll(/\D/g, '').replace(/^(44|0)/, '');

const number = (text: string): number => Number(text.replaceAll(',', ''));
