import { resolve } from '../../spec/contract.ts';
import type { Json, JsonObject } from '../../spec/render.ts';

export type ItemKind = 'operations' | 'statuses' | 'fields' | 'values' | 'boundaries';
export type Note = (kind: ItemKind, item: string) => void;

/** Stands for a value that has all that its schema allows. */
export const everything = Symbol('everything');

const isObject = (node: unknown): node is JsonObject =>
  node !== null && typeof node === 'object' && !Array.isArray(node);

const known = new WeakMap<JsonObject, Map<string, JsonObject>>();

/** What a reference leads to, looked for once: every value of every answer goes by several. */
function referred(document: JsonObject, ref: string): JsonObject {
  const found = known.get(document) ?? new Map<string, JsonObject>();
  known.set(document, found);
  const schema = found.get(ref) ?? resolve(document, ref.slice(1));
  found.set(ref, schema);
  return schema;
}

/** Notes what of a schema a value shows: its fields, by the schema that they belong to, and the values of its enumerations. */
export function noteValue(
  document: JsonObject,
  schema: Json | undefined,
  value: unknown,
  name: string,
  note: Note,
  within: ReadonlySet<string> = new Set(),
): void {
  if (!isObject(schema)) return;
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    // A schema that holds itself has been told already; a value comes to an end by itself.
    if (value === everything && within.has(ref)) return;
    const inside = value === everything ? new Set([...within, ref]) : within;
    noteValue(document, referred(document, ref), value, ref.split('/').at(-1) ?? name, note, inside);
    return;
  }
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    for (const branch of listOf(schema[key])) noteValue(document, branch, value, name, note, within);
  for (const option of listOf(schema['enum']))
    if (option !== null && (value === everything || value === option)) note('values', `${name} = ${option}`);
  noteBounds(schema, value, name, note);
  for (const [property, inner] of Object.entries(
    isObject(schema['properties']) ? schema['properties'] : {},
  )) {
    const held = value === everything ? everything : isObject(value) ? value[property] : undefined;
    if (held === undefined || held === null) continue;
    note('fields', `${name}.${property}`);
    noteValue(document, inner, held, `${name}.${property}`, note, within);
  }
  const items = value === everything ? [everything] : Array.isArray(value) ? value : [];
  for (const item of items) noteValue(document, schema['items'], item, name, note, within);
}

const listOf = (node: Json | undefined): readonly Json[] => (Array.isArray(node) ? node : []);

/** Notes the bounds of a number or a list that a value touches, from within and from without. */
function noteBounds(schema: JsonObject, value: unknown, name: string, note: Note): void {
  const size = Array.isArray(value) ? value.length : value;
  const touch = (bound: Json | undefined, beyond: -1 | 1, what: string): void => {
    if (typeof bound !== 'number') return;
    const outside = bound + beyond;
    if (value === everything || size === bound) note('boundaries', `${name}${what} ${bound}`);
    // There is no list with fewer than no items.
    if (what !== '' && outside < 0) return;
    if (value === everything || size === outside) note('boundaries', `${name}${what} ${outside}, outside`);
  };
  touch(schema['minimum'], -1, '');
  touch(schema['maximum'], 1, '');
  touch(schema['minItems'], -1, ' of length');
  touch(schema['maxItems'], 1, ' of length');
}
