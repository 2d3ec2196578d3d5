import { isObject } from '../../spec/json.ts';

/** Fields that hold points in time: the same instant may be given without milliseconds, or as a day. */
const instants =
  /^(created_at|date_of_birth|start_date|end_date|leave_date|pay_date|pay_interval_start|pay_interval_end|start|end|date)$/;
const grouped = /^(iban|sort_code|account_number)$/;
const amount = /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/;

/**
 * The first given value that is not shown, in words; undefined when all are. Instants, amounts and account details are
 * compared by what they mean, items of a list by their description, whatever their order; extra values are allowed.
 */
export function missing(given: unknown, shown: unknown, place = ''): string | undefined {
  if (Array.isArray(given)) return missingItem(given, shown, place);
  if (given !== null && typeof given === 'object') {
    if (shown === null || typeof shown !== 'object')
      return `${place} is ${JSON.stringify(shown) ?? 'absent'}`;
    for (const [name, value] of Object.entries(given)) {
      const found = missing(value, Reflect.get(shown, name), place === '' ? name : `${place}.${name}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (same(given, shown, place.split('.').at(-1) ?? '')) return undefined;
  return `${place} is ${JSON.stringify(shown) ?? 'absent'} where ${JSON.stringify(given)} was given`;
}

function missingItem(given: readonly unknown[], shown: unknown, place: string): string | undefined {
  if (!Array.isArray(shown) || shown.length !== given.length)
    return `${place} has ${Array.isArray(shown) ? shown.length : 'no'} items where ${given.length} were given`;
  const descriptionOf = (item: unknown): unknown => isObject(item) && item['description'];
  for (const item of given) {
    const description = descriptionOf(item);
    const candidates = shown.filter((one) => descriptionOf(one) === description);
    if (candidates.length === 0) return `${place} has nothing called ${JSON.stringify(description)}`;
    const faults = candidates.map((one) => missing(item, one, place));
    if (faults.every((fault) => fault !== undefined)) return faults[0];
  }
  return undefined;
}

function same(given: unknown, shown: unknown, name: string): boolean {
  if (given === shown) return true;
  if (given === null || given === undefined) return shown === null || shown === undefined;
  const a = String(given);
  const b = String(shown);
  if (instants.test(name)) return Date.parse(a) === Date.parse(b);
  if (grouped.test(name)) return a.replaceAll(/[\s-]/g, '') === b.replaceAll(/[\s-]/g, '');
  // Without decimals on either side it may be an account number, whose noughts count.
  return amount.test(a) && amount.test(b) && `${a}${b}`.includes('.') && number(a) === number(b);
}

const number = (text: string): number => Number(text.replaceAll(',', ''));
