import { resolve } from '../../spec/contract.ts';
import { type Html, html, inline } from '../../spec/html.ts';
import type { JsonSchema, OpenPoint } from '../../spec/profile.ts';
import { type Json, type JsonObject, openPointsOf } from '../../spec/render.ts';

const anchor = (id: string): string => `point-${id}`;

export const pointChips = (ids: readonly string[]): Html =>
  html`${[...new Set(ids)].map(
    (id) =>
      html` <a class="chip" href="#${anchor(id)}" title="Open point ${id}">open: ${id.slice(id.indexOf('.') + 1)}</a>`,
  )}`;

export type HeldPoint = OpenPoint & { value: unknown };

export function pointsHere(points: readonly HeldPoint[]): Html {
  if (points.length === 0) return html``;
  return html`<div class="points"><h4>Open points</h4>${points.map(
    (point) =>
      html`<details class="point"><summary><span class="q">${inline(point.question)}</span> ${heldValue(point)}</summary>${explanation(point)}<p class="ref"><a href="#${anchor(point.id)}">${point.id}</a></p></details>`,
  )}</div>`;
}

export const pointCard = (point: HeldPoint): Html =>
  html`<article class="point card" id="${anchor(point.id)}" data-find="${`${point.id} ${point.question}`.toLowerCase()}"><h4><a href="#${anchor(point.id)}">${point.id}</a></h4><p class="q">${inline(point.question)} ${heldValue(point)}</p>${explanation(point)}</article>`;

export const isOwn = ({ value, default: standard }: HeldPoint): boolean =>
  JSON.stringify(value) !== JSON.stringify(standard);

const heldValue = (point: HeldPoint): Html =>
  html`<code class="held${isOwn(point) && ' own'}">${short(point.value)}</code>`;

function explanation(point: HeldPoint): Html {
  const { schema, value, default: standard, reason, source, learnt } = point;
  return html`<dl><dt>Allowed</dt><dd>${allowed(schema)}</dd><dt>Default</dt><dd><code>${short(standard)}</code>${
    isOwn(point) && html`, by the profile here <code class="held own">${short(value)}</code>`
  }</dd><dt>Why</dt><dd>${inline(reason)}</dd><dt>Source</dt><dd>${
    source === 'not-shown' ? 'The document says that it is not shown' : 'The document says nothing'
  }; ${learnt === 'probe' ? 'the suite finds it out' : 'only the owner of a deployment can say'}.</dd></dl>`;
}

function short(value: unknown): string {
  if (Array.isArray(value))
    return value.length > 8
      ? `${value.slice(0, 3).join(', ')} and ${value.length - 3} more`
      : value.join(', ') || 'none';
  if (typeof value === 'string') return value;
  // Blanks let a long object be broken between its fields.
  return JSON.stringify(value).replaceAll(',"', ', "');
}

function allowed(schema: JsonSchema): Html {
  const { enum: values, items, pattern, minimum, maximum, properties, required } = schema;
  if (Array.isArray(values)) return codes(values);
  const types = [schema['type']].flat();
  const orNull = types.includes('null') && html`, or <code>null</code>`;
  if (types.includes('array')) {
    const inner = (items ?? {}) as JsonSchema;
    return html`a list of ${Array.isArray(inner['enum']) ? codes(inner['enum']) : 'texts'}${orNull}`;
  }
  if (types.includes('object')) {
    const keys = Object.keys((properties ?? {}) as object);
    return html`an object with ${codes(keys.length > 0 ? keys : ((required ?? []) as string[]))}${orNull}`;
  }
  if (types.includes('integer') || types.includes('number')) {
    const to = maximum !== undefined && html` to ${String(maximum)}`;
    const range = minimum !== undefined && html`from ${String(minimum)}${to}`;
    return html`${types.includes('integer') ? 'a whole number' : 'a number'} ${range}${orNull}`;
  }
  return html`a text${pattern !== undefined && html` like <code>${String(pattern)}</code>`}${orNull}`;
}

export const codes = (values: readonly unknown[]): Html =>
  html`${values.map((value) => html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code> `)}`;

/** The ids of the open points in a node and in all that it refers to, in the order in which they are met. */
export function pointsWithin(
  document: JsonObject,
  node: Json | undefined,
  found = new Set<string>(),
  seen = new Set<string>(),
): Set<string> {
  if (Array.isArray(node)) for (const child of node) pointsWithin(document, child, found, seen);
  else if (node !== null && typeof node === 'object') {
    for (const id of openPointsOf(node)) found.add(id);
    const reference = node['$ref'];
    if (typeof reference === 'string' && !seen.has(reference)) {
      seen.add(reference);
      pointsWithin(document, resolve(document, reference.slice(1)), found, seen);
    }
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'example' && key !== 'examples') pointsWithin(document, child, found, seen);
    }
  }
  return found;
}
