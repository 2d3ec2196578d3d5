import { type Html, html, inline } from '../../spec/html.ts';
import { pointChips } from './open-point.ts';
import type { FieldView, SchemaView } from './schema-view.ts';

/** Whether a caller sends the fields or gets them. */
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
  // What a named type is like is told once, where it is described.
  const shown = named === undefined ? limits : limits.filter((limit) => limit.startsWith('default'));
  return html`${
    description !== undefined && named === undefined && html`<p>${inline(description)}</p>`
  }${shown.length > 0 && html`<p class="limits">${shown.map(limitOf)}</p>`}${
    values.length > 0 &&
    html`<p class="values">${values.map((value) => html`<code>${typeof value === 'string' ? value : JSON.stringify(value)}</code> `)}</p>`
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
