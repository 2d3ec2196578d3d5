import { areaOf } from '../../../spec/clauses.ts';
import { shortened } from './instrumented-tree.ts';
import type { SourceOutcome } from './judge.ts';
import type { SourceRun } from './run-source-mutants.ts';
import { type Classification, kindOf, type Score, scoreOf } from './score.ts';

/** A run for people: what became of the mutants, then every survivor with its edit and the clauses that ran over it. */
export function sourceReport(run: SourceRun, known: Classification): string {
  const score = scoreOf(run.outcomes, known);
  const survivors = run.outcomes.filter(({ fate }) => fate === 'survived' || fate === 'timed-out');
  const files = [...new Set(survivors.map(({ mutant }) => mutant.file))].sort();
  return [
    ...files.flatMap((file) => [
      file,
      ...survivors.filter(({ mutant }) => mutant.file === file).flatMap((one) => survivorLines(one, known)),
      '',
    ]),
    ...scoreLines(run, score),
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
    `  ${score.unreachable} are reached by no check: ${kindsIn(score.unreached)}`,
    `  ${score.survived} survived, ${score['timed-out']} took too long to tell: ${kindsIn(score.survivors)}`,
    `Of those that break a stated sentence ${percent} are caught.`,
  ];
}

export const sourceJson = (run: SourceRun, known: Classification): string =>
  `${JSON.stringify(
    {
      seed: run.seed,
      total: run.total,
      drawn: run.outcomes.length,
      durationMs: Math.round(run.durationMs),
      score: scoreOf(run.outcomes, known),
      outcomes: run.outcomes.map(({ mutant, ...outcome }) => ({
        ...mutant,
        ...outcome,
        kind: kindOf(known, mutant),
      })),
    },
    null,
    2,
  )}\n`;
