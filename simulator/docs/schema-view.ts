import { resolve } from '../../spec/contract.ts';
import { type Html, html, inline } from '../../spec/html.ts';
import { listAt, objectIn, textAt } from '../../spec/json.ts';
import { type Json, type JsonObject, openPointsOf } from '../../spec/render.ts';
import { codes, pointChips } from './open-point.ts';

export type SchemaView = {
  /** The type in words: `string`, `array of object`. */
  label: string;
  /** The named scalar that it is, described once on the page. */
  named: string | undefined;
  isNullable: boolean;
  limits: string[];
  values: Json[];
  description: string | undefined;
  points: string[];
  /** Of the object, or of the objects in the array. */
  fields: FieldView[];
  choices: SchemaView[];
};

export type FieldView = SchemaView & { name: string; isRequired: boolean; isWriteOnly: boolean };

const deepest = 12;

export function viewOf(document: JsonObject, schema: JsonObject, depth = 0): SchemaView {
  const { node, named } = merged(document, schema);
  const kinds = kindsOf(node);
  const types = kinds.filter((kind) => kind !== 'null');
  const view: SchemaView = {
    label: types.join(' or '),
    named,
    isNullable: kinds.includes('null') || listed(node).includes(null),
    limits: limitsOf(node),
    values: listed(node).filter((value) => value !== null),
    description: textAt(node, 'description'),
    points: openPointsOf(node),
    fields: [],
    choices: [],
  };
  if (depth > deepest) return view;
  const options = optionsOf(node).map((option) => viewOf(document, option, depth + 1));
  if (options.length > 0) return withOptions(view, options);
  if (types.includes('array')) {
    const items = viewOf(document, objectIn(node, 'items'), depth + 1);
    const { fields, values } = items;
    const kind = `${items.named ?? items.label}${items.isNullable ? ' or null' : ''}`;
    const label = view.label.replace('array', `array of ${kind}`);
    return { ...view, label, fields, values, points: [...view.points, ...items.points] };
  }
  return { ...view, fields: fieldsOf(document, node, depth) };
}

function withOptions(view: SchemaView, options: SchemaView[]): SchemaView {
  const real = options.filter(({ label }) => label !== '');
  const isNullable = view.isNullable || options.some((one) => one.isNullable);
  const [only] = real;
  const points = [...view.points, ...real.flatMap((one) => one.points)];
  if (only && real.length === 1) {
    const { named = only.named, description = only.description } = view;
    return { ...only, isNullable, named, description, points };
  }
  const isObjects = real.some(({ fields }) => fields.length > 0);
  const label = isObjects ? 'one of these' : [...new Set(real.map((one) => one.label))].join(' or ');
  return { ...view, isNullable, label, points, choices: isObjects ? real : [] };
}

function fieldsOf(document: JsonObject, node: JsonObject, depth: number): FieldView[] {
  const required = listAt(node, 'required');
  return Object.entries(objectIn(node, 'properties')).map(([name, schema]) => ({
    ...viewOf(document, objectIn(schema), depth + 1),
    name,
    isRequired: required.includes(name),
    isWriteOnly: objectIn(schema)['writeOnly'] === true,
  }));
}

/** A schema with its references followed; what stands beside a reference goes before what it leads to. */
function merged(document: JsonObject, schema: JsonObject): { node: JsonObject; named: string | undefined } {
  const { $ref, allOf: _, ...own } = schema;
  if (typeof $ref !== 'string') {
    const [only] = listAt(schema, 'allOf');
    if (!only) return { node: schema, named: undefined };
    const found = merged(document, objectIn(only));
    return { node: { ...found.node, ...own }, named: found.named };
  }
  const found = merged(document, resolve(document, $ref.slice(1)));
  const name = $ref.split('/').at(-1)!;
  const points = [...new Set([...openPointsOf(found.node), ...openPointsOf(own)])];
  const node: JsonObject = { ...found.node, ...own };
  if (points.length > 0) node['x-open-point'] = points;
  return { node, named: isNamedScalar(document, name, found.node) ? name : found.named };
}

/** Whether a schema is described once for all: a kind of text or number that is more than its type says. */
export function isNamedScalar(document: JsonObject, name: string, node: JsonObject): boolean {
  if (name === 'Uuid' || name.startsWith('Nullable') || node['enum'] !== undefined) return false;
  const options = optionsOf(node).map((option) => merged(document, option).node);
  const nodes = options.length > 0 ? options : [node];
  return nodes.every((one) => !kindsOf(one).some((kind) => kind === 'object' || kind.startsWith('array')));
}

const optionsOf = (node: JsonObject): JsonObject[] =>
  listAt(node, node['anyOf'] === undefined ? 'oneOf' : 'anyOf').map((option) => objectIn(option));

function kindsOf(node: JsonObject): string[] {
  const { type, format, properties } = node;
  const named = (kind: string) => (kind === 'string' && format !== undefined ? `string (${format})` : kind);
  if (type !== undefined) return [type].flat().map((kind) => named(String(kind)));
  if (properties !== undefined) return ['object'];
  return [...new Set(listed(node).map((value) => (value === null ? 'null' : typeof value)))];
}

const listed = (node: JsonObject): Json[] =>
  node['const'] === undefined ? listAt(node, 'enum') : [node['const']];

function limitsOf(node: JsonObject): string[] {
  const number = (key: string) => {
    const value = node[key];
    return typeof value === 'number' ? value : undefined;
  };
  const limits = [
    between(number('minimum'), number('maximum'), ''),
    between(number('minItems'), number('maxItems'), ' items'),
    number('minLength') === 1 && number('maxLength') === undefined
      ? 'not empty'
      : between(number('minLength'), number('maxLength'), ' characters'),
    node['default'] !== undefined && `default ${JSON.stringify(node['default'])}`,
    node['pattern'] !== undefined && `like ${String(node['pattern'])}`,
  ];
  return limits.filter((limit) => typeof limit === 'string');
}

function between(least: number | undefined, most: number | undefined, what: string): string | undefined {
  if (least !== undefined && most !== undefined) return `${least} to ${most}${what}`;
  if (least !== undefined) return `at least ${least}${least === 1 ? what.replace(/s$/, '') : what}`;
  return most === undefined ? undefined : `at most ${most}${what}`;
}

type Side = 'sent' | 'got';

export function fieldList(view: SchemaView, side: Side = 'sent'): Html {
  if (view.choices.length > 0)
    return html`${view.choices.map((choice, index) => html`${index > 0 && html`<p class="or">or</p>`}${fieldList(choice, side)}`)}`;
  if (view.fields.length === 0) return html`<ul class="fields"><li>${typeOf(view)}${about(view)}</li></ul>`;
  const isShort = view.fields.length <= 3;
  return html`<ul class="fields">${view.fields.map((field) => fieldRow(field, side, isShort))}</ul>`;
}

export function fieldRow(field: FieldView & { place?: string }, side: Side = 'sent', isOpen = false): Html {
  const marks = [
    field.isRequired &&
      (side === 'sent'
        ? html`<span class="mark need">required</span>`
        : html`<span class="mark">always</span>`),
    field.isNullable && html`<span class="mark">nullable</span>`,
    field.isWriteOnly && html`<span class="mark">write only</span>`,
    field.place !== undefined && html`<span class="mark">${field.place}</span>`,
  ];
  return html`<li><div class="head"><code class="name">${field.name}</code> ${typeOf(field)}${marks}${pointChips(field.points)}</div>${about(field)}${nested(field, side, isOpen)}</li>`;
}

const typeOf = ({ label, named }: SchemaView): Html =>
  named === undefined
    ? html`<span class="type">${label || 'anything'}</span>`
    : html`<a class="type" href="#type-${named}">${label.startsWith('array') ? label : named}</a>`;

function about({ description, values, limits, named }: SchemaView): Html {
  // The page states the limits of a named type once, with the type.
  const shown = named === undefined ? limits : limits.filter((limit) => limit.startsWith('default'));
  return html`${
    description !== undefined && named === undefined && html`<p>${inline(description)}</p>`
  }${shown.length > 0 && html`<p class="limits">${shown.map(limitOf)}</p>`}${
    values.length > 0 && html`<p class="values">${codes(values)}</p>`
  }`;
}

const limitOf = (limit: string): Html =>
  limit.startsWith('like ')
    ? html`<span>like <code>${limit.slice(5)}</code></span>`
    : html`<span>${limit}</span>`;

function nested(field: FieldView, side: Side, isOpen: boolean): Html {
  if (field.choices.length > 0) return html`<div class="nested">${fieldList(field, side)}</div>`;
  if (field.fields.length === 0) return html``;
  const count = field.fields.length;
  return html`<details class="nested"${isOpen && html` open`}><summary>${count} field${count !== 1 && 's'}</summary><ul class="fields">${field.fields.map((one) => fieldRow(one, side))}</ul></details>`;
}
