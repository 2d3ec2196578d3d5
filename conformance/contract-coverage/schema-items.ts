import { resolve } from '../../spec/contract.ts';
import type { Json, JsonObject } from '../../spec/render.ts';

export type ItemKind = 'operations' | 'statuses' | 'fields' | 'values' | 'boundaries';
export type Note = (kind: ItemKind, item: string) => void;

/** Stands for a value that has all that its schema allows. */
export const everything = Symbol('everything');

const isObject = (node: unknown): node is JsonObject =>
  node !== null && typeof node === 'object' && !Array.isArray(node);

/** What there is to be met at one place of the contract, worked out once: every value of every answer goes by. */
type Plan = {
  readonly values: (readonly [option: Json, item: string])[];
  readonly bounds: (readonly [size: number, item: string])[];
  readonly fields: (readonly [property: string, item: string, plan: Plan | undefined])[];
  readonly branches: Plan[];
  items: Plan | undefined;
};

const plans = new WeakMap<JsonObject, Map<string, Plan>>();

function planOf(document: JsonObject, schema: Json | undefined, name: string): Plan | undefined {
  if (!isObject(schema)) return undefined;
  const ref = schema['$ref'];
  if (typeof ref === 'string')
    return planOf(document, resolve(document, ref.slice(1)), ref.split('/').at(-1) ?? name);
  const known = plans.get(schema) ?? new Map<string, Plan>();
  plans.set(schema, known);
  const found = known.get(name);
  if (found) return found;
  const plan: Plan = {
    values: listOf(schema['enum']).flatMap((option) =>
      option === null ? [] : [[option, `${name} = ${option}`] as const],
    ),
    bounds: boundsOf(schema, name),
    fields: [],
    branches: [],
    items: undefined,
  };
  // Before what is within it, which may be a schema that holds itself.
  known.set(name, plan);
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    for (const branch of listOf(schema[key])) {
      const inner = planOf(document, branch, name);
      if (inner) plan.branches.push(inner);
    }
  for (const [property, inner] of Object.entries(isObject(schema['properties']) ? schema['properties'] : {}))
    plan.fields.push([property, `${name}.${property}`, planOf(document, inner, `${name}.${property}`)]);
  plan.items = planOf(document, schema['items'], name);
  return plan;
}

/** Notes what of a schema a value shows: its fields, by the schema that they belong to, and the values of its enumerations. */
export function noteValue(
  document: JsonObject,
  schema: Json | undefined,
  value: unknown,
  name: string,
  note: Note,
): void {
  const plan = planOf(document, schema, name);
  if (!plan) return;
  if (value === everything) noteAll(plan, note, new Set());
  else notePlan(plan, value, note);
}

function notePlan(plan: Plan, value: unknown, note: Note): void {
  for (const branch of plan.branches) notePlan(branch, value, note);
  for (const [option, item] of plan.values) if (value === option) note('values', item);
  const size = Array.isArray(value) ? value.length : value;
  for (const [bound, item] of plan.bounds) if (size === bound) note('boundaries', item);
  if (isObject(value))
    for (const [property, item, inner] of plan.fields) {
      const held = value[property];
      if (held === undefined || held === null) continue;
      note('fields', item);
      if (inner) notePlan(inner, held, note);
    }
  if (plan.items && Array.isArray(value)) for (const item of value) notePlan(plan.items, item, note);
}

function noteAll(plan: Plan, note: Note, told: Set<Plan>): void {
  if (told.has(plan)) return;
  told.add(plan);
  for (const [, item] of plan.values) note('values', item);
  for (const [, item] of plan.bounds) note('boundaries', item);
  for (const [, item] of plan.fields) note('fields', item);
  for (const inner of [...plan.branches, ...plan.fields.map(([, , field]) => field), plan.items])
    if (inner) noteAll(inner, note, told);
}

const listOf = (node: Json | undefined): readonly Json[] => (Array.isArray(node) ? node : []);

/** The bounds of a number or a list, and their neighbours outside. */
function boundsOf(schema: JsonObject, name: string): Plan['bounds'] {
  const around = (bound: Json | undefined, beyond: -1 | 1, what: string): Plan['bounds'] => {
    if (typeof bound !== 'number') return [];
    const outside = bound + beyond;
    const touched = [bound, `${name}${what} ${bound}`] as const;
    // There is no list with fewer than no items.
    if (what !== '' && outside < 0) return [touched];
    return [touched, [outside, `${name}${what} ${outside}, outside`]];
  };
  return [
    ...around(schema['minimum'], -1, ''),
    ...around(schema['maximum'], 1, ''),
    ...around(schema['minItems'], -1, ' of length'),
    ...around(schema['maxItems'], 1, ' of length'),
  ];
}
