import { readFileSync } from 'node:fs';
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

export const readBeside = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

/** Every clause, in the order of the file. Generated: to parse the YAML would take a quarter of a second. */
export const loadClauses: () => readonly Clause[] = lazy(() =>
  JSON.parse(readBeside('./generated/clauses.json')),
);

export const clausesById: () => ReadonlyMap<string, Clause> = lazy(
  () => new Map(loadClauses().map((clause) => [clause.id, clause])),
);

export const areaOf = (id: string): string => id.slice(0, id.indexOf('.'));
