import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { mutantKey, type SourceMutant } from './source-mutant.ts';

/**
 * What one is that was not killed: no caller can tell it from the original; it changes what the document leaves open; it
 * changes what the sandbox offers beyond the service; it is in a store that the judged sandbox, whose store is in memory,
 * does not use; or it breaks a stated sentence that nothing catches.
 */
const kinds = ['equivalent', 'open-point', 'sandbox-only', 'another-store', 'stated'] as const;
export type Kind = (typeof kinds)[number];

/** Survivors that were read and classified, by key. */
export type Classification = ReadonlyMap<string, { readonly kind: Kind; readonly why: string }>;

type Entry = { mutant: string; is: Kind; why: string };

/** Reads the file of survivors; a kind that there is not is a mistake in it. */
export function parseClassification(yaml: string): Classification {
  const entries = (parse(yaml) ?? []) as Entry[];
  const odd = entries.find(({ is, mutant, why }) => !kinds.includes(is) || !mutant || !why);
  if (odd) throw new Error(`A survivor is classified as no kind that there is: ${JSON.stringify(odd)}`);
  return new Map(entries.map(({ mutant, is, why }) => [mutant, { kind: is, why }]));
}

export const classification = (): Classification =>
  parseClassification(readFileSync(new URL('./classified.yaml', import.meta.url), 'utf8'));

export const kindOf = (known: Classification, mutant: SourceMutant): Kind | undefined =>
  known.get(mutantKey(mutant))?.kind;

/** Whether it may break a stated sentence: it was classified so, or not at all. */
export const mayBreakWhatIsStated = (known: Classification, mutant: SourceMutant): boolean =>
  (kindOf(known, mutant) ?? 'stated') === 'stated';
