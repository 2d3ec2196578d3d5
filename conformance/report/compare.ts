import {
  type ClauseResult,
  isAsked,
  type PointResult,
  type RunResult,
  type Verdict,
} from '../judgement/result.ts';
import { clipped } from '../target/printable.ts';

type Moved = { readonly [Part in 'clause' | 'from' | 'to']: string } & { readonly detail?: string };

export type Comparison = {
  readonly worse: readonly Moved[];
  readonly better: readonly Moved[];
  /** Neither: judged before and not now, or the other way round, or in one of the two suites alone. */
  readonly other: readonly Moved[];
  /** Open points that the deployment fills in another way than before. */
  readonly points: readonly Moved[];
};

const rank: { readonly [V in Verdict]?: number } = { pass: 0, warn: 1, fail: 2, error: 2 };

export function compareRuns(before: RunResult, now: RunResult): Comparison {
  const comparison: Record<'worse' | 'better' | 'other', Moved[]> = { worse: [], better: [], other: [] };
  const earlier = new Map<string, ClauseResult>(before.clauses.map((result) => [result.clause, result]));
  for (const result of now.clauses) {
    const old = earlier.get(result.clause);
    earlier.delete(result.clause);
    if (old?.verdict === result.verdict || isUnasked(old) || isUnasked(result)) continue;
    const moved = { clause: result.clause, from: wordOf(old), to: wordOf(result), ...detailOf(result) };
    const from = rankOf(old);
    const to = rankOf(result);
    if (to !== undefined && to > 0 && (from ?? 0) < to) comparison.worse.push(moved);
    else if (from !== undefined && to !== undefined && to < from) comparison.better.push(moved);
    else comparison.other.push(moved);
  }
  for (const [clause, old] of earlier)
    if (!isUnasked(old)) comparison.other.push({ clause, from: old.verdict, to: 'no clause any more' });
  return { ...comparison, points: movedPoints(before, now) };
}

/** What was left out on purpose says nothing. */
const isUnasked = (one: ClauseResult | undefined): boolean => one !== undefined && !isAsked(one);

const rankOf = (one: ClauseResult | undefined): number | undefined => one && rank[one.verdict];

const wordOf = (one: ClauseResult | undefined): string =>
  one === undefined ? 'no clause yet' : one.verdict === 'skip' ? 'not judged' : one.verdict;

const detailOf = ({ failure, skip, error }: ClauseResult): { detail?: string } => {
  const detail = failure
    ? `expected ${failure.expected}, got ${failure.actual}`
    : (skip?.message ?? error?.message);
  return detail === undefined ? {} : { detail: clipped(detail, 200) };
};

function movedPoints(before: RunResult, now: RunResult): Moved[] {
  const earlier = new Map<string, PointResult>(before.points.map((result) => [result.point, result]));
  return now.points.flatMap(({ point, verdict, value }) => {
    const old = earlier.get(point);
    if (!old || old.verdict === 'unknown' || verdict === 'unknown') return [];
    const from = JSON.stringify(old.value);
    const to = JSON.stringify(value);
    return from === to ? [] : [{ clause: point, from, to }];
  });
}

/** The parts of a comparison that have something in them, with their titles. */
export const comparisonParts = ({ worse, better, other, points }: Comparison) =>
  (
    [
      ['Worse', worse],
      ['Better', better],
      ['Changed', other],
      ['Open points with another value', points],
    ] as const
  ).filter(([, moves]) => moves.length > 0);

export function comparisonLines(comparison: Comparison): string[] {
  const lines = comparisonParts(comparison).flatMap(([title, moves]) => [
    `${title} (${moves.length}):`,
    ...moves.flatMap(({ clause, from, to, detail }) => [
      `  ${clause}: ${from} → ${to}`,
      ...(detail === undefined ? [] : [`    ${detail}`]),
    ]),
  ]);
  return lines.length > 0 ? lines : ['Nothing changed since the older run.'];
}
