import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { Level } from './clauses.ts';
import type { ReceiverClauseId } from './generated/receiver-clause-ids.ts';

export type { ReceiverClauseId };

/** What the exam has to be given to judge a clause. */
export type ExamNeed = 'secret' | 'key' | 'handled' | 'failing';

/** A rule for receivers of the webhooks, with the danger of breaking it and how to mend a receiver that does. */
export type ReceiverClause = {
  readonly id: ReceiverClauseId;
  readonly level: Level;
  /** Why it is implied and not stated. */
  readonly why?: string;
  readonly statement: string;
  /** The heading of the interface document that it follows from. */
  readonly section: string;
  readonly needs: readonly ExamNeed[];
  /** What can happen where it does not hold. */
  readonly danger: string;
  /** How to mend it, in any language. */
  readonly mend: string;
};

const sentence = { type: 'string', pattern: '^[A-Z"].*\\.$', minLength: 20, maxLength: 240 };

const schema = {
  type: 'array',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['id', 'level', 'statement', 'section', 'danger', 'mend'],
    properties: {
      id: { type: 'string', pattern: '^[a-z]+(\\.[a-z0-9]+(-[a-z0-9]+)*)+$' },
      level: { enum: ['stated', 'implied'] },
      why: sentence,
      statement: sentence,
      section: {
        enum: [
          'Events',
          'Events / Event kinds',
          'Events / Delivery body',
          'Events / Signature',
          'Events / Encryption',
        ],
      },
      needs: { type: 'array', items: { enum: ['secret', 'key', 'handled', 'failing'] }, uniqueItems: true },
      danger: sentence,
      mend: sentence,
    },
    if: { properties: { level: { const: 'implied' } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
    then: { required: ['why'] },
    else: { not: { required: ['why'] } },
  },
};

/** Reads clauses from YAML text; throws one sentence per fault. */
export function parseReceiverClauses(yaml: string): ReceiverClause[] {
  const entries: unknown = parse(yaml);
  const fits = new Ajv2020({ allErrors: true }).compile<ReceiverClause[]>(schema);
  if (!fits(entries))
    throw new Error(
      `The receiver clauses do not fit their schema:\n${fits.errors?.map((e) => `${e.instancePath} ${e.message}`).join('\n')}`,
    );
  const twice = entries.filter(({ id }, at) => entries.findIndex((one) => one.id === id) !== at);
  if (twice.length > 0) throw new Error(`Clause ids come twice: ${twice.map(({ id }) => id).join(', ')}`);
  return entries.map((entry) => ({ ...entry, needs: entry.needs ?? [] }));
}

let loaded: readonly ReceiverClause[] | undefined;

/** Every clause of the exam, the most dangerous first; read and validated once. */
export function loadReceiverClauses(): readonly ReceiverClause[] {
  loaded ??= parseReceiverClauses(readFileSync(new URL('./receiver-clauses.yaml', import.meta.url), 'utf8'));
  return loaded;
}
