import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parse } from 'yaml';
import type { ClauseId } from './generated/clause-ids.ts';
import { lazy } from './lazy.ts';
import type { OperationId } from './operations.ts';
import type { PointId } from './profile.ts';

export type { ClauseId };

/** Whether the document says it, or it is a sound reading of it: never more than a warning by default. */
export type Level = 'stated' | 'implied';

/** One statement of the interface document that can be observed from outside. */
export type Clause = {
  readonly id: ClauseId;
  readonly level: Level;
  /** Why it is implied and not stated. */
  readonly why?: string;
  readonly statement: string;
  /** The heading of the interface document under which it stands, "Chapter / Section". */
  readonly section: string;
  /** The rows, list items and paragraphs that say it, each as "Heading: part"; every stated clause has one. */
  readonly places: readonly string[];
  readonly operations: readonly OperationId[];
  readonly webhooks: readonly string[];
  /** Open points whose learnt value a check of this clause uses. */
  readonly dependsOn: readonly PointId[];
  readonly checkHint?: string;
  /** What traffic shows it, where it can be judged without asking; the rule stands in conformance/watch/rules. */
  readonly passive?: string;
};

type ClauseEntry = Omit<Clause, 'places' | 'webhooks' | 'dependsOn' | 'checkHint'> & {
  places?: string[];
  webhooks?: string[];
  'depends-on'?: PointId[];
  'check-hint'?: string;
};

export const readBeside = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Reads clauses from YAML text; throws one sentence per fault when they do not fit the schema or an id comes twice. */
export function clauseEntries<Entry extends { id: string }>(yaml: string, schemaFile: string): Entry[] {
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

/** Every clause, in the order of the file. Generated: to parse the YAML would take a quarter of a second. */
export const loadClauses: () => readonly Clause[] = lazy(() =>
  JSON.parse(readBeside('./generated/clauses.json')),
);

export const clausesById: () => ReadonlyMap<string, Clause> = lazy(
  () => new Map(loadClauses().map((clause) => [clause.id, clause])),
);

export const areaOf = (id: string): string => id.slice(0, id.indexOf('.'));

/** The TypeScript source of the union of all clause ids under a name, without a heading. */
export function renderClauseIds(clauses: readonly { readonly id: string }[], name = 'ClauseId'): string {
  const members = clauses.map(({ id }) => `  | '${id}'`).join('\n');
  return `export type ${name} =\n${members};\n`;
}
