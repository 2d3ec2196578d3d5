import type { OpenAPI3 } from 'openapi-typescript';
import type { Schema } from '../../spec/openapi-document.ts';

/** The values of every enumeration of the contract, and the kind of every field that an update may name. */
export function renderLists({ components }: OpenAPI3): string {
  const schemas = Object.entries((components?.schemas ?? {}) as Record<string, Schema>);
  const named = Object.fromEntries(schemas);
  const kindOf = ({ $ref, anyOf, type, format, items }: Schema, field: string): string => {
    if ($ref !== undefined) return kindOf(named[$ref.split('/').at(-1)!]!, field);
    if (anyOf) return kindOf(anyOf[0]!, field);
    const [one = ''] = [type ?? []].flat();
    if (one === 'array' && items?.type === 'string') return 'texts';
    const text = format === 'date-time' ? 'instant' : 'text';
    const kind = { string: text, integer: 'integer', boolean: 'flag' }[one];
    if (kind === undefined)
      throw new Error(`spec/openapi.yaml: an update has ${field}, of a type without a kind`);
    return kind;
  };
  const lines = schemas.flatMap(([name, schema]) =>
    schema.enum ? [`  ${name}: ${JSON.stringify(schema.enum)},\n`] : [],
  );
  const updates = schemas
    .filter(([name]) => name.endsWith('Update'))
    .map(([name, { properties = {} }]) => {
      const kinds = Object.entries(properties).map(([key, one]) => `    ${key}: '${kindOf(one, key)}',\n`);
      return `  ${name}: {\n${kinds.join('')}  },\n`;
    });
  return [
    `export const valuesOf = {\n${lines.join('')}} as const;\n\n`,
    "export type FieldKind = 'text' | 'instant' | 'texts' | 'integer' | 'flag';\n\n",
    `export const updateFields = {\n${updates.join('')}} as const satisfies Record<string, Record<string, FieldKind>>;\n`,
  ].join('');
}
