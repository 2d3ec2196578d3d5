import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { areaOf, clausesById } from '../../../spec/clauses.ts';
import { mutantKey, type SourceMutant, shortened } from './instrumented-tree.ts';
import { type Fate, fates, type SourceOutcome } from './judge.ts';
import type { SourceRun } from './run-source-mutants.ts';

/**
 * What one is that was not killed: no caller can tell it from the original; it changes what the document leaves open; it
 * changes what the sandbox offers beyond the service; it is in a store that the judged sandbox, whose store is in memory,
 * does not use; or it breaks a stated sentence that nothing catches.
 */
const kinds = ['equivalent', 'open-point', 'sandbox-only', 'another-store', 'stated'] as const;
type SurvivorKind = (typeof kinds)[number];

export type Classification = ReadonlyMap<string, { readonly kind: SurvivorKind; readonly why: string }>;

export function parseClassification(yaml: string): Classification {
  const entries: { mutant: string; is: SurvivorKind; why: string }[] = parse(yaml) ?? [];
  const odd = entries.find(({ is, mutant, why }) => !kinds.includes(is) || !mutant || !why);
  if (odd) throw new Error(`A survivor is classified as no kind that there is: ${JSON.stringify(odd)}`);
  return new Map(entries.map(({ mutant, is, why }) => [mutant, { kind: is, why }]));
}

export const classification = (): Classification =>
  parseClassification(readFileSync(new URL('./classified.yaml', import.meta.url), 'utf8'));

const kindOf = (known: Classification, mutant: SourceMutant): SurvivorKind | undefined =>
  known.get(mutantKey(mutant))?.kind;

/** Whether it may break a stated sentence: it was classified so, or not at all. */
export const mayBreakWhatIsStated = (known: Classification, mutant: SourceMutant): boolean =>
  (kindOf(known, mutant) ?? 'stated') === 'stated';

export type Score = ReturnType<typeof scoreOf>;

/** The score of a run. A mutant that was neither killed nor classified counts as if it broke a stated sentence. */
export function scoreOf(outcomes: readonly SourceOutcome[], known: Classification) {
  const count = (fate: Fate): number => outcomes.filter((one) => one.fate === fate).length;
  const levels = clausesById();
  // A warning, unless --fail-on implied asks for a failure.
  const killedByImplied = outcomes.filter(
    ({ fate, by }) => fate === 'killed' && levels.get(by ?? '')?.level === 'implied',
  ).length;
  // One that only makes a run slow was not caught, whatever else it did.
  const alive = outcomes.filter(({ fate }) => fate !== 'killed' && fate !== 'broken');
  const survivors = Object.fromEntries(
    [...kinds, 'unclassified' as const].map((kind) => [
      kind,
      alive.filter(({ mutant }) => (kindOf(known, mutant) ?? 'unclassified') === kind).length,
    ]),
  ) as Record<SurvivorKind | 'unclassified', number>;
  const caught = count('killed') - killedByImplied + count('broken');
  const missed = survivors.stated + survivors.unclassified;
  const counts = Object.fromEntries(fates.map((fate) => [fate, count(fate)])) as Record<Fate, number>;
  // Of those that break a stated sentence; undefined where there is none.
  const share = caught + missed > 0 ? caught / (caught + missed) : undefined;
  return { ...counts, killedByImplied, survivors, caught: share };
}

/** Whether all that may break a stated sentence were caught. A run that was cut short has proved nothing. */
export const isProved = ({ asked, outcomes }: SourceRun, known: Classification): boolean =>
  outcomes.length === asked && scoreOf(outcomes, known).caught === 1;

/** A run for people: what became of the mutants, then every survivor with its edit and the clauses that ran over it. */
export function sourceReport(run: SourceRun, known: Classification): string {
  const survivors = run.outcomes.filter(({ fate }) => fate === 'survived' || fate === 'timed-out');
  const files = [...new Set(survivors.map(({ mutant }) => mutant.file))].sort();
  return [
    ...files.flatMap((file) => [
      file,
      ...survivors.filter(({ mutant }) => mutant.file === file).flatMap((one) => survivorLines(one, known)),
      '',
    ]),
    ...scoreLines(run, scoreOf(run.outcomes, known)),
  ].join('\n');
}

function survivorLines({ mutant, clauses, hidden }: SourceOutcome, known: Classification): string[] {
  const areas = [...new Set(clauses.map(areaOf))].sort();
  return [
    `  ${mutant.line}: ${shortened(mutant.source)}`,
    `    ${mutant.mutator}: ${shortened(mutant.original)}  =>  ${shortened(mutant.replacement)}`,
    `    ${kindOf(known, mutant) ?? 'not classified'}; ${clauses.length} clauses ran over it, of ${areas.join(', ')}`,
    ...(hidden.length > 0 ? [`    not judged with it: ${hidden.slice(0, 5).join(', ')}`] : []),
  ];
}

const kindsIn = (of: Score['survivors']): string =>
  `${of.equivalent} equivalent, ${of['open-point']} at open points, ${of['sandbox-only']} of the sandbox only, ${of['another-store']} in another store, ${of.stated} break a stated sentence, ${of.unclassified} not classified`;

function scoreLines({ outcomes, total, seed, durationMs }: SourceRun, score: Score): string[] {
  const { caught } = score;
  const percent = caught === undefined ? 'none' : `${(100 * caught).toFixed(1)}%`;
  return [
    `${outcomes.length} of ${total} mutants, drawn with the seed ${seed}, in ${Math.round(durationMs / 1000)} s:`,
    `  ${score.killed} killed (${score.killedByImplied} of them by an implied clause alone)`,
    `  ${score.broken} broke the sandbox`,
    `  ${score.survived} survived, ${score['timed-out']} took too long to tell, ${score.unreachable} are reached by no check`,
    `  ${score['set-aside']} were set aside: read before, and found to break no stated sentence`,
    `Those that were not caught: ${kindsIn(score.survivors)}.`,
    `Of those that break a stated sentence ${percent} are caught.`,
  ];
}

export function sourceJson({ seed, total, outcomes, durationMs }: SourceRun, known: Classification): string {
  const report = {
    ...{ seed, total, drawn: outcomes.length, durationMs: Math.round(durationMs) },
    score: scoreOf(outcomes, known),
    outcomes: outcomes.map(({ mutant, ...one }) => ({ ...mutant, ...one, kind: kindOf(known, mutant) })),
  };
  return `${JSON.stringify(report, null, 2)}\n`;
}
