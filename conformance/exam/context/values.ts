import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { changeObjects } from '../../../spec/json.ts';
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

type Row = Readonly<Partial<Record<'set', Record<string, unknown>>>> &
  Readonly<Partial<Record<'time' | 'ids', string>>> &
  Readonly<Partial<Record<'daysAgo' | 'payslips', number>>> & { what: string; long?: readonly string[] };

/** A payroll delivery with values of its own. */
type Variant = { readonly what: string; readonly wish: EventWish };

function variantOf({ what, set, time, ids, daysAgo = 0, payslips, long = [] }: Row): Variant {
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
  return { what: `a payroll event with ${what}`, wish: { payload: true, change, idAs } };
}

/** A form in which a forgery may come: receivers make exceptions for some. */
export type Shape = { readonly name: string; readonly bytes?: number; readonly isKnown?: boolean } & {
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly isChunked?: boolean;
  readonly fields?: object;
};

type Table = Readonly<Record<'lawful' | 'otherForms', readonly Row[]>> & { shapes: readonly Shape[] };
const table: Table = parse(readFileSync(new URL('./values.yaml', import.meta.url), 'utf8'));

/** Values that the document allows, forms that it leaves open, and shapes of forgeries. */
export const lawfulValues = table.lawful.map(variantOf);
export const otherForms = table.otherForms.map(variantOf);
export const { shapes } = table;
