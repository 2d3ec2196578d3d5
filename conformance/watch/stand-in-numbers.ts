import type { JsonObject } from '../../spec/json.ts';

/** Draws bytes for a value, the same ones for the same value. */
type Draw = (value: string) => Buffer;

const day = 86_400_000;

/**
 * Years of birth that the service tells apart, and those from which a stand-in is drawn: over the age limit of estimates (150
 * years), grown up, a child, and after any payslip. Within a range nothing of the date is left.
 */
const births: readonly (readonly [upTo: number, from: number, to: number])[] = [
  [1875, 1700, 1860],
  [2007, 1945, 2003],
  [2023, 2009, 2020],
  [9999, 2090, 2099],
];

/** Another date of birth of the same range; undefined when this is no date. */
export function birthLike(date: string, draw: Draw): string | undefined {
  const at = Date.parse(date);
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== date) return undefined;
  const [, from, to] = births.find(([upTo]) => Number(date.slice(0, 4)) <= upTo) ?? births.at(-1)!;
  const first = Date.UTC(from, 0, 1);
  const days = (Date.UTC(to + 1, 0, 1) - first) / day;
  return new Date(first + (draw(date).readUInt32BE() % days) * day).toISOString().slice(0, 10);
}

/**
 * Another amount with the same sign, places and separators; undefined when this is no amount. It is drawn anew for each value
 * from the same range, so that neither a factor nor a size can be found out; nought stays nought. `short` separates thousands
 * where the value has none.
 */
export function amountLike(value: string, draw: Draw, short = ''): string | undefined {
  const [, sign = '', whole, decimals = ''] =
    /^(-?)(\d{1,15}|\d{1,3}(?:[,' \u00a0\u202f]\d{3}){1,4})(\.\d{1,6})?$/.exec(value) ?? [];
  if (whole === undefined) return undefined;
  const millionths = BigInt(whole.replace(/\D/g, '') + decimals.slice(1).padEnd(6, '0'));
  if (millionths === 0n) return value;
  const drawn = draw(String(millionths));
  const pounds = String(1000 + (drawn.readUInt32BE() % 9000));
  const [separator = whole.length > 3 ? '' : short] = /\D/.exec(whole) ?? [];
  const sixDigits = String(drawn.readUInt32BE(4) % 1_000_000).padStart(6, '0');
  // What was whole pence stays whole pence: sums of them are compared in pence.
  const fraction = millionths % 10_000n === 0n ? `${sixDigits.slice(0, 2)}0000` : sixDigits;
  const places = decimals.length - 1;
  return `${sign}${pounds[0]}${separator}${pounds.slice(1)}${places > 0 ? `.${fraction.slice(0, places)}` : ''}`;
}

const millionthsOf = (value: unknown): number =>
  /^-?\d{1,9}(\.\d{1,6})?$/.test(`${value}`) ? Math.round(Number(value) * 1e6) : Number.NaN;

/** An estimate's total that was the sum of its parts is the sum of their stand-ins: a clause says that it must be. */
export function keepSum(value: JsonObject, shown: JsonObject): void {
  const sum = (one: JsonObject): number => millionthsOf(one['cost_of_living']) + millionthsOf(one['housing']);
  const { total: before } = value;
  if (millionthsOf(before) !== sum(value)) return;
  const total = sum(shown) / 1e6;
  // Some write no noughts at the end: the sum of the stand-ins may need more places than the total had.
  const places = [before, shown['cost_of_living'], shown['housing']].map(
    (one) => String(one).split('.')[1]?.length ?? 0,
  );
  shown['total'] = typeof before === 'number' ? total : total.toFixed(Math.max(...places));
}
