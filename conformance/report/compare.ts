import { type ClauseResult, isAsked, type PointResult, type RunResult } from '../judgement/result.ts';
import { clipped } from '../target/printable.ts';
import { grouped } from './grouped.ts';

type Moved = { readonly [Part in 'clause' | 'from' | 'to']: string } & { readonly detail?: string };

export type Comparison = {
  readonly worse: readonly Moved[];
  readonly better: readonly Moved[];
  /** Does not hold now, and was not judged before: neither worse nor better. */
  readonly found: readonly Moved[];
  /** Judged in one of the two runs alone, and nothing was found; or a clause of one of the two suites alone. */
  readonly unjudged: readonly Moved[];
  readonly points: readonly Moved[];
  readonly unknown: readonly Moved[];
};

const rank: Partial<Record<ClauseResult['verdict'], number>> = { pass: 0, warn: 1, fail: 2, error: 2 };

export function compareRuns(before: RunResult, now: RunResult): Comparison {
  type Kind = 'worse' | 'better' | 'found' | 'unjudged';
  const comparison: Record<Kind, Moved[]> = { worse: [], better: [], found: [], unjudged: [] };
  const earlier = new Map<string, ClauseResult>(before.clauses.map((result) => [result.clause, result]));
  for (const result of now.clauses) {
    const old = earlier.get(result.clause);
    earlier.delete(result.clause);
    if (old?.verdict === result.verdict || isUnasked(old) || isUnasked(result)) continue;
    const moved = { clause: result.clause, from: wordOf(old), to: wordOf(result), ...detailOf(result) };
    const from = rankOf(old);
    const to = rankOf(result);
    if (from === undefined || to === undefined)
      comparison[to !== undefined && to > 0 ? 'found' : 'unjudged'].push(moved);
    else comparison[to < from ? 'better' : to > from ? 'worse' : 'unjudged'].push(moved);
  }
  for (const [clause, old] of earlier)
    if (!isUnasked(old)) comparison.unjudged.push({ clause, from: old.verdict, to: 'no clause any more' });
  return { ...comparison, ...movedPoints(before, now) };
}

/** What was left out on purpose says nothing. */
const isUnasked = (one: ClauseResult | undefined): boolean => one !== undefined && !isAsked(one);

const rankOf = (one: ClauseResult | undefined): number | undefined => one && rank[one.verdict];

const wordOf = (one: ClauseResult | undefined): string =>
  one === undefined ? 'no clause yet' : one.verdict === 'skip' ? 'not judged' : one.verdict;

const detailOf = ({ failure, skip, error }: ClauseResult): { detail?: string } => {
  const found = failure && `expected ${failure.expected}, got ${failure.actual}`;
  const detail = found ?? skip?.message ?? error?.message;
  return detail === undefined ? {} : { detail: clipped(detail, 200) };
};

function movedPoints(before: RunResult, now: RunResult): Pick<Comparison, 'points' | 'unknown'> {
  const textOf = (one: PointResult | undefined): string =>
    one === undefined || one.verdict === 'unknown' ? unknownValue : JSON.stringify(one.value);
  const earlier = new Map<string, PointResult>(before.points.map((result) => [result.point, result]));
  const later = new Map<string, PointResult>(now.points.map((result) => [result.point, result]));
  const moved = [...new Set([...earlier.keys(), ...later.keys()])]
    .map((clause) => ({ clause, from: textOf(earlier.get(clause)), to: textOf(later.get(clause)) }))
    .filter(({ from, to }) => from !== to);
  const lacks = ({ from, to }: Moved): boolean => from === unknownValue || to === unknownValue;
  return { points: moved.filter((one) => !lacks(one)), unknown: moved.filter(lacks) };
}

const unknownValue = 'unknown';

export const comparisonParts = ({ worse, better, found, unjudged, points, unknown }: Comparison) =>
  (
    [
      ['Worse', worse],
      ['Better', better],
      ['Not judged before, and does not hold', found],
      ['Open points with another value', points],
      ['Open points that only one of the two knows', unknown],
      ['Judged in one of the two alone', unjudged],
    ] as const
  ).filter(([, moves]) => moves.length > 0);

/** Of more than this, what says neither worse nor better is counted by area. */
const mostListed = 10;

export function comparisonLines(comparison: Comparison): string[] {
  const lines = comparisonParts(comparison).flatMap(([title, moves]) => {
    const isShort = moves === comparison.unjudged || moves === comparison.unknown;
    const all = moves.flatMap(({ clause, from, to, detail }) => [
      `  ${clause}: ${from} → ${to}`,
      ...(detail === undefined || isShort ? [] : [`    ${detail}`]),
    ]);
    const isLong = isShort && moves.length > mostListed;
    return [`${title} (${moves.length}):`, ...(isLong ? countedByArea(moves) : all)];
  });
  return lines.length > 0 ? lines : ['Nothing changed since the older run.'];
}

const countedByArea = (moves: readonly Moved[]): string[] =>
  [...grouped(moves, kindOf)].map(([kind, group]) => {
    const areas = [...grouped(group, ({ clause }) => clause.split('.')[0] ?? '')];
    return `  ${kind}: ${areas.map(([area, { length }]) => `${area} ${length}`).join(', ')}`;
  });

const kindOf = ({ from, to }: Moved): string =>
  to === unknownValue ? 'known → unknown' : from === unknownValue ? 'unknown → known' : `${from} → ${to}`;
