import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import { type Clause, readBeside } from './clauses.ts';
import type { ClientClause } from './client-clauses.ts';
import type { PointId } from './profile.ts';
import type { ReceiverClause } from './receiver-clauses.ts';

type ClauseEntry = Omit<Clause, 'places' | 'webhooks' | 'dependsOn' | 'checkHint'> & {
  places?: string[];
  webhooks?: string[];
  'depends-on'?: PointId[];
  'check-hint'?: string;
};

/** Reads clauses from YAML text; throws one sentence per fault when they do not fit the schema or an id comes twice. */
function clauseEntries<Entry extends { id: string }>(yaml: string, schemaFile: string): Entry[] {
  const entries: unknown = parse(yaml);
  const fits = new Ajv2020({ allErrors: true }).compile<Entry[]>(JSON.parse(readBeside(schemaFile)));
  if (!fits(entries)) {
    const faults = (fits.errors ?? []).map((e) => `${nameOf(entries, e.instancePath)} ${e.message}`);
    throw new Error(`The clauses do not fit their schema:\n${faults.join('\n')}`);
  }
  const twice = entries.filter((entry, at) => entries.findIndex(({ id }) => id === entry.id) !== at);
  if (twice.length > 0) throw new Error(`Clause ids come twice: ${twice.map(({ id }) => id).join(', ')}`);
  return entries;
}

export const parseClauses = (yaml: string): Clause[] =>
  clauseEntries<ClauseEntry>(yaml, './clauses.schema.json').map((entry) => {
    const { 'depends-on': dependsOn = [], 'check-hint': checkHint, ...shown } = entry;
    const { places = [], webhooks = [], ...rest } = shown;
    const inFull = (place: string): string => (place.includes(': ') ? place : `${rest.section}: ${place}`);
    return { ...rest, places: places.map(inFull), webhooks, dependsOn, checkHint };
  });

/** A place in the file by clause id: readers cannot count array indexes. */
function nameOf(entries: unknown, path: string): string {
  const [, index, ...rest] = path.split('/');
  const entry = Array.isArray(entries) && index !== undefined ? entries[Number(index)] : undefined;
  return [entry?.id ?? `clause ${index ?? '?'}`, ...rest].join('/');
}

export const parseReceiverClauses = (yaml: string): ReceiverClause[] =>
  clauseEntries<ReceiverClause>(yaml, './exam-clauses.schema.json').map((entry) => ({
    ...entry,
    needs: entry.needs ?? [],
  }));

export const parseClientClauses = (yaml: string): ClientClause[] =>
  clauseEntries<ClientClause>(yaml, './exam-clauses.schema.json');

/** The TypeScript source of the union of all clause ids under a name, without a heading. */
export function renderClauseIds(clauses: readonly { readonly id: string }[], name = 'ClauseId'): string {
  const members = clauses.map(({ id }) => `  | '${id}'`).join('\n');
  return `export type ${name} =\n${members};\n`;
}
