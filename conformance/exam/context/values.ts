import { readFileSync } from 'node:fs';
import { changeObjects, isObject } from '../../../spec/json.ts';
import type { EventWord } from '../../../spec/webhooks/events.ts';
import { specialRows } from '../../values/table.ts';
import type { EventWish } from './events.ts';

/** The delivery with other payslips than its one. */
export const withPayslips =
  (change: (payslip: object) => object[]): NonNullable<EventWish['change']> =>
  ({ payload = {}, ...body }) => {
    const [payslip] = payload['payroll_submissions'] as [object];
    return { ...body, payload: { ...payload, payroll_submissions: change(payslip) } };
  };

/** The delivery with as many payslips as make it so long. */
export const ofBytes = (bytes: number) =>
  withPayslips((payslip) => Array(Math.ceil(bytes / JSON.stringify(payslip).length)).fill(payslip));

/** The form of a delivery with other values: its amounts are numbers, and a phone is text. */
function filled(form: unknown, value: unknown): unknown {
  if (Array.isArray(form) && Array.isArray(value)) return value.map((one) => filled(form[0], one));
  if (isObject(form) && isObject(value))
    return Object.fromEntries(
      Object.entries({ ...form, ...value }).map(([key, one]) => [key, filled(form[key], one)]),
    );
  if (typeof form === 'number' && value !== null) return Number(value);
  return typeof form === 'string' && typeof value === 'number' ? String(value) : value;
}

/** Deliveries of a kind with the values of the table, a special one in every place. */
const ofTable = (kind: EventWord, template: 'payslip' | 'statement'): Variant[] =>
  specialRows<object>(template).map((values, row) => {
    const change: EventWish['change'] = ({ payload = {}, ...body }) => {
      const whole = (one: unknown) => (Array.isArray(one) ? [filled(one[0], values)] : one);
      const lists = Object.entries(payload).map(([key, one]) => [key, whole(one)]);
      return { ...body, payload: Object.fromEntries(lists) };
    };
    return { what: `a ${kind} event with values of row ${row}`, wish: { kind, payload: true, change } };
  });

type Row = Readonly<Partial<Record<'set', Record<string, unknown>>>> &
  Readonly<Partial<Record<'time' | 'ids', string>>> &
  Readonly<Partial<Record<'daysAgo' | 'payslips', number>>> & {
    what: string;
    long?: readonly string[];
    kind?: EventWord;
  };

type Variant = { readonly what: string; readonly wish: EventWish };

function variantOf(row: Row): Variant {
  const { what, set, time, ids, daysAgo = 0, payslips, long = [], kind = 'payroll' } = row;
  const texts = Object.fromEntries(long.map((key) => [key, 'Ng '.repeat(1667).slice(0, -1)]));
  const values = Object.entries({ ...set, ...texts });
  const change: EventWish['change'] = (body) => {
    const at = new Date(Date.parse(body.timestamp) - daysAgo * 86_400_000).toISOString();
    const timestamp = time === undefined ? at : at.slice(0, 19) + time;
    if (payslips !== undefined) return withPayslips((one) => Array(payslips).fill(one))(body);
    const own = (object: object) => Object.fromEntries(values.filter(([key]) => Object.hasOwn(object, key)));
    return changeObjects({ ...body, timestamp }, (object) => ({ ...object, ...own(object) })) as object;
  };
  const idAs = (id: string): string =>
    ids === 'capitals' ? id.toUpperCase() : `${id.slice(0, 14)}${ids ?? id[14]}${id.slice(15)}`;
  return { what: `a ${kind} event with ${what}`, wish: { kind, payload: true, change, idAs } };
}

/** A form in which a forgery may come: receivers make exceptions for some. */
export type Shape = Readonly<Partial<Record<'isKnown' | 'isRepeat', boolean>>> & {
  readonly name: string;
  readonly bytes?: number;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly isChunked?: boolean;
  readonly fields?: { readonly user_id?: string };
};

type Table = Readonly<Record<'lawful' | 'otherForms', readonly Row[]>> & { shapes: readonly Shape[] };
const table: Table = JSON.parse(readFileSync(new URL('./generated/values.json', import.meta.url), 'utf8'));

/** Values that the document allows, forms that it leaves open, and shapes of forgeries. */
export const lawfulValues = [
  ...table.lawful.map(variantOf),
  ...ofTable('payroll', 'payslip'),
  ...ofTable('bank-statement', 'statement'),
];
export const otherForms = table.otherForms.map(variantOf);
export const { shapes } = table;
