import type { Json } from '../../render.ts';

/** What a field holds, by values that it must take and values that it must not. */
export type FieldKind = { kind: string; good: readonly [Json, ...Json[]]; bad: readonly Json[] };

const kind = (name: string, good: FieldKind['good'], bad: readonly Json[]): FieldKind => ({
  kind: name,
  good,
  bad,
});

export const text = kind('text', ['a text'], [1, true, {}, []]);
export const texts = kind('texts', [['one'], ['one', 'two']], ['one', [1], {}]);
export const uuid = kind('an identifier', ['2b0a7c1e-93d4-4f68-8a51-0c6e9d3b7f24'], ['seven', 7, {}]);
export const bool = kind('true or false', [true, false], ['true', 1]);
export const integer = kind('a whole number', [3], [1.5, '3', true]);
export const number = kind('a number', [447700900123], ['447700900123', true]);
export const email = kind('an e-mail address', ['ada@lender.example'], ['ada', 1]);
export const instant = kind(
  'an instant with milliseconds and Z',
  ['2026-01-31T09:30:00.000Z'],
  ['2026-01-31', '2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000+01:00', 'yesterday', 1769851800000],
);
export const day = kind('a date', ['2026-01-31'], ['2026-01-31T00:00:00.000Z', '31/01/2026', 20260131]);
export const money = kind(
  'money as two-decimal text',
  ['1234.50', '0.00'],
  [1234.5, '1234.5', '1,234.50', '£12.00', ''],
);
export const amount = kind('money as a number', [1234.5, 0], ['1234.50', true]);
export const decimal = kind('a decimal number as text', ['37.5', '1'], [37.5, 'many']);
export const balance = kind(
  'money with thousands separators and two decimals',
  ['1,020.15', '12.00', '1,234,567.89'],
  [1020.15, '1020.15', '1,020.1', '10,20.15'],
);
export const address = kind('an address', ['https://receiver.example/hooks?tenant=1'], [1, {}]);
export const eventKinds = kind(
  'event kinds',
  [
    ['user-payroll-submitted'],
    ['user-payroll-submitted', 'user-bank-statement-submitted', 'user-taxauth-data-submitted'],
  ],
  ['user-payroll-submitted', [1], {}],
);
export const likelihood = kind('a number from 0 to 1', [0.98, 0, 1], [-0.01, 1.01, '0.98']);
export const oneOf = (...words: [string, ...string[]]): FieldKind =>
  kind(`one of ${words.join(', ')}`, words, ['something else', 1]);

/** A kind that may also be null. */
export const orNull = (one: FieldKind): FieldKind =>
  kind(`${one.kind}, or null`, [...one.good, null], one.bad);

/** The fields of something, nested as in JSON; an array holds the shape of its items. */
export type Shape = FieldKind | readonly [Shape] | { readonly [field: string]: Shape };

const isKind = (shape: Shape): shape is FieldKind => 'kind' in shape && 'good' in shape;
const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

/** A full value of a shape. */
export function sampleOf(shape: Shape): Json {
  if (isKind(shape)) return shape.good[0];
  if (isList(shape)) return [sampleOf(shape[0])];
  return Object.fromEntries(Object.entries(shape).map(([field, below]) => [field, sampleOf(below)]));
}

/** Every field that holds no further fields: its path in a sample, and what it holds. */
export function leavesOf(shape: Shape, path: readonly string[] = []): { path: string[]; leaf: FieldKind }[] {
  if (isKind(shape)) return [{ path: [...path], leaf: shape }];
  if (isList(shape)) return leavesOf(shape[0], [...path, '0']);
  return Object.entries(shape).flatMap(([field, below]) => leavesOf(below, [...path, field]));
}

/** A copy of a sample with another value at a path. */
export function withValue(sample: Json, path: readonly string[], value: Json): Json {
  const copy = structuredClone(sample);
  let node = copy as Record<string, Json>;
  for (const step of path.slice(0, -1)) node = node[step] as Record<string, Json>;
  node[path.at(-1)!] = value;
  return copy;
}

/** A copy of a sample without what stands at a path. */
export function withoutValue(sample: Json, path: readonly string[]): Json {
  const copy = structuredClone(sample);
  let node = copy as Record<string, Json>;
  for (const step of path.slice(0, -1)) node = node[step] as Record<string, Json>;
  delete node[path.at(-1)!];
  return copy;
}
