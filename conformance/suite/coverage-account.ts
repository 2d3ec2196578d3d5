import { type Contract, loadContract, resolve } from '../../spec/contract.ts';
import { isObject } from '../../spec/json.ts';
import type { OperationId } from '../../spec/operations.ts';
import { completeProfile, type PartialProfile, type Profile } from '../../spec/profile.ts';
import type { Json, JsonObject } from '../../spec/render.ts';
import type { ContractCoverage, Met } from '../judgement/result.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { nameSwap } from '../target/naming.ts';
import { fieldsOf } from '../target/read-json.ts';

/** Keeps account of what a run meets of the contract. Names are the canonical ones, whatever a deployment calls them. */
export class CoverageAccount {
  readonly #met = noItems();
  /** By the names of their places: to find the schemas in the document anew took 4% of a run's processor time. */
  readonly #plans = new Map<string, Plan | undefined>();
  #contract: Contract<OperationId> = loadContract(completeProfile({}));

  obey(points: PartialProfile['points']): void {
    this.#contract = loadContract(completeProfile({ points: points ?? {} }));
    this.#plans.clear();
  }

  see({ operation: id, query, sent, status, body }: ServiceResponse): void {
    const operation = this.#contract.operations.get(id as OperationId);
    if (!operation) return;
    const note: Note = (kind, item) => this.#met[kind].add(item);
    note('operations', operation.id);
    note('statuses', `${operation.id} ${status}`);
    for (const { name, schema, in: place } of operation.parameters) {
      const given = place === 'query' ? query[name] : undefined;
      if (given === undefined) continue;
      note('fields', `${operation.id}?${name}`);
      const value = /^-?\d+$/.test(given) ? Number(given) : given;
      noteValue(this.#contract.document, schema, value, `${operation.id}?${name}`, note);
    }
    if (operation.body) this.#note(operation.body.pointer, sent, `${operation.id} request`, note);
    const answered = operation.responses.get(String(status));
    if (answered !== undefined) this.#note(answered, body, `${operation.id} ${status}`, ofAnswer(note));
  }

  hear(body: unknown, naming: Profile['naming']): void {
    const event = fieldsOf(nameSwap(naming)(body));
    const pointer = this.#webhooks().get(String(event['event']));
    if (pointer === undefined) return;
    const note: Note = (kind, item) => this.#met[kind].add(item);
    note('operations', `webhook ${event['event']}`);
    this.#note(pointer, event, `webhook ${event['event']}`, ofAnswer(note));
  }

  coverage(): ContractCoverage {
    const all = noItems();
    const note: Note = (kind, item) => all[kind].add(item);
    for (const { id, parameters, body, responses } of this.#contract.operations.values()) {
      note('operations', id);
      for (const { name, schema, in: place } of parameters) {
        if (place !== 'query') continue;
        note('fields', `${id}?${name}`);
        noteValue(this.#contract.document, schema, everything, `${id}?${name}`, note);
      }
      if (body) this.#note(body.pointer, everything, `${id} request`, note);
      for (const [status, pointer] of responses) {
        note('statuses', `${id} ${status}`);
        if (pointer !== undefined) this.#note(pointer, everything, `${id} ${status}`, ofAnswer(note));
      }
    }
    for (const [kind, pointer] of this.#webhooks()) {
      note('operations', `webhook ${kind}`);
      this.#note(pointer, everything, `webhook ${kind}`, ofAnswer(note));
    }
    const met = (kind: ItemKind): Met => {
      const isMet = (item: string): boolean => this.#met[kind].has(item);
      const items = [...all[kind]];
      return { met: items.filter(isMet), missed: items.filter((item) => !isMet(item)) };
    };
    return byKind(met);
  }

  #webhooks(): Map<string, string> {
    const kinds = Object.keys(fieldsOf(this.#contract.document['webhooks']));
    const pointer = (kind: string) => `/webhooks/${kind}/post/requestBody/content/application~1json/schema`;
    return new Map(kinds.map((kind) => [kind, pointer(kind)]));
  }

  #note(pointer: string, value: unknown, name: string, note: Note): void {
    const { document } = this.#contract;
    if (!this.#plans.has(name)) this.#plans.set(name, planOf(document, resolve(document, pointer), name));
    const plan = this.#plans.get(name);
    if (plan) notePlan(plan, value, note, new Set());
  }
}

const kinds = ['operations', 'statuses', 'fields', 'values', 'boundaries'] as const;
const byKind = <T>(make: (kind: ItemKind) => T) =>
  Object.fromEntries(kinds.map((kind) => [kind, make(kind)])) as Record<ItemKind, T>;

const noItems = () => byKind(() => new Set<string>());

/** Only requests try bounds; those of an answer are not counted. */
const ofAnswer =
  (note: Note): Note =>
  (kind, item) => {
    if (kind !== 'boundaries') note(kind, item);
  };

type ItemKind = keyof ContractCoverage;
type Note = (kind: ItemKind, item: string) => void;

/** Stands for a value that has all that its schema allows. */
export const everything = Symbol('everything');

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
  const options = listOf(schema['enum']).filter((option) => option !== null);
  const plan: Plan = {
    values: options.map((option) => [option, `${name} = ${option}`]),
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
  if (plan) notePlan(plan, value, note, new Set());
}

/** `noted`: the plans of everything that were gone through, since a schema may hold itself. */
function notePlan(plan: Plan, value: unknown, note: Note, noted: Set<Plan>): void {
  const isAll = value === everything;
  if (isAll && noted.has(plan)) return;
  if (isAll) noted.add(plan);
  for (const branch of plan.branches) notePlan(branch, value, note, noted);
  for (const [option, item] of plan.values) if (isAll || value === option) note('values', item);
  const size = Array.isArray(value) ? value.length : value;
  for (const [bound, item] of plan.bounds) if (isAll || size === bound) note('boundaries', item);
  for (const [property, item, inner] of isAll || isObject(value) ? plan.fields : []) {
    const held = isAll ? everything : fieldsOf(value)[property];
    if (held === undefined || held === null) continue;
    note('fields', item);
    if (inner) notePlan(inner, held, note, noted);
  }
  if (!plan.items) return;
  for (const item of isAll ? [everything] : Array.isArray(value) ? value : [])
    notePlan(plan.items, item, note, noted);
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
