import type { JsonSchema, OpenPoint } from './open-points.ts';

const word = (stands: string, fallback: string) => ({
  type: 'string',
  pattern: '^[a-z][a-z0-9]*$',
  default: fallback,
  description: stands,
});

/** Authority words that would give two paths, or two schemas, of the contract the same name. */
const takenWords = ['users', 'accounts', 'webhooks', 'bankstatements', 'payroll'];

/** The JSON Schema of a profile as people write it: everything may be left out, nothing unknown may be in it. */
export function profileSchema(points: readonly OpenPoint[]) {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Payrig profile',
    description: 'How one deployment names things, and what it does where the interface document is silent.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      naming: {
        type: 'object',
        additionalProperties: false,
        properties: {
          vendor: word('The vendor word in header names, in lower case.', 'svc'),
          authority: {
            ...word('The tax authority word in paths, fields and events, in lower case.', 'taxauth'),
            not: { enum: takenWords },
          },
        },
      },
      points: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(points.map((point) => [point.id, described(point)])),
      },
    },
  };
}

function described(point: OpenPoint): JsonSchema {
  return { ...point.schema, default: point.default, description: `${point.question} ${point.reason}` };
}
