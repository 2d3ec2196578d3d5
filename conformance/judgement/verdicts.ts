import { matchesClause } from '../../spec/clause-patterns.ts';
import type { Level } from '../../spec/clauses.ts';
import type { JudgingOptions } from './options.ts';
import { type ClauseResult, type EvidencePath, type ExitCode, isAsked, type Totals } from './result.ts';

type Verdict = ClauseResult['verdict'];

/** An implied clause that does not hold is a warning, unless --fail-on implied asks for a failure. */
export const byLevel = (
  verdict: Verdict,
  level: Level,
  failOn: JudgingOptions['failOn'] = 'stated',
): Verdict => (verdict === 'fail' && level === 'implied' && failOn === 'stated' ? 'warn' : verdict);

export function totalsOf(clauses: readonly ClauseResult[]): Totals {
  const count = (verdict: Verdict): number => clauses.filter((clause) => clause.verdict === verdict).length;
  const marked = (mark: ClauseResult['baseline']): number =>
    clauses.filter(({ baseline }) => baseline === mark).length;
  const held = { pass: count('pass'), fail: count('fail'), warn: count('warn') };
  const judged = held.pass + held.fail + held.warn;
  const marks = { known: marked('known'), stale: marked('stale') };
  return { ...held, skip: count('skip'), error: count('error'), judged, ...marks };
}

type ExitOptions = Pick<JudgingOptions, 'only' | 'strict'> & { stopped?: string; exitCode?: 1 | 2 | 3 };

/** The exit code of a run, which is given where it was stopped, and one sentence that says why. */
export function outcomeOf(
  clauses: readonly ClauseResult[],
  { only = [], strict = false, stopped, exitCode = 3 }: ExitOptions,
): { exitCode: ExitCode; summary: string } {
  const { judged, pass, warn, error, known } = totalsOf(clauses);
  const failing = clauses.filter((one) => one.verdict === 'fail' && one.baseline !== 'known').length;
  const notAsked = clauses.filter((one) => !isAsked(one)).length;
  const others = notAsked > 0 ? `; ${notAsked} ${notAsked === 1 ? 'was' : 'were'} not asked for` : '';
  const fails = failing === 1 ? 'fails' : 'fail';
  if (failing > 0)
    return { exitCode: 1, summary: `${failing} of ${judged} judged clauses ${fails}${others}.` };
  if (error > 0) return { exitCode: 4, summary: `The suite itself broke in ${error} checks.` };
  if (stopped !== undefined) return { exitCode, summary: stopped };
  const due = clauses.filter((clause) => unjudged(clause, only, strict));
  if (judged === 0) return { exitCode: 3, summary: 'Nothing was judged.' };
  const dueText = due.length === 1 ? '1 clause' : `${due.length} clauses`;
  if (due.length > 0) return { exitCode: 3, summary: `${dueText} had to be judged and could not be.` };
  const knownText = known > 0 ? ` besides ${known} known failures` : '';
  const left = clauses.filter((one) => one.skip && isAsked(one)).length;
  const rest = left > 0 ? `; ${left} ${left === 1 ? 'was' : 'were'} not judged` : '';
  const held = pass === 1 ? '1 judged clause passes' : `${pass} judged clauses pass`;
  const warned = `${held}, and ${warn} implied ${warn === 1 ? 'one does' : 'ones do'} not hold`;
  const passing = warn > 0 ? warned : pass === 1 ? held : `All ${held}`;
  return { exitCode: 0, summary: `${passing}${knownText}${rest}${others}.` };
}

/** A clause had to be judged when it was asked for by its very name, or when everything was (--strict). */
function unjudged({ clause, verdict, skip }: ClauseResult, only: readonly string[], strict: boolean) {
  if (verdict !== 'skip' || skip?.kind === 'not-selected' || skip?.kind === 'not-applicable') return false;
  return strict || skip?.kind === 'no-answer' || skip?.kind === 'arrangement-failed' || only.includes(clause);
}

/** Marks what a baseline lists: failures that are known, and clauses that pass in spite of it. */
export function withBaseline(clauses: readonly ClauseResult[], baseline: readonly string[]): ClauseResult[] {
  return clauses.map((result) => {
    if (!baseline.some((pattern) => matchesClause(pattern, result.clause))) return result;
    if (result.verdict === 'fail' || result.verdict === 'warn') return { ...result, baseline: 'known' };
    return result.verdict === 'pass' ? { ...result, baseline: 'stale' } : result;
  });
}

const rank = ({ verdict, evidence }: Judged): number =>
  gravestFirst.indexOf(verdict) * evidencePaths.length + evidencePaths.indexOf(evidence?.path ?? 'public');

const gravestFirst: readonly Verdict[] = ['fail', 'error', 'pass', 'skip', 'warn'];

/** From what a reader can see for themselves to what they have to believe. */
export const evidencePaths: readonly EvidencePath[] = ['public', 'watched', 'declared', 'arranged'];

type Judged = Pick<ClauseResult, 'verdict' | 'evidence' | 'durationMs' | 'requests' | 'runs'>;

/** Several checks of one clause speak with one voice: the gravest, then the one with the most public evidence. */
export function together<Outcome extends Judged>(a: Outcome, b: Outcome): Outcome {
  const [graver] = [a, b].sort((one, other) => rank(one) - rank(other)) as [Outcome];
  const sum = (of: 'durationMs' | 'requests' | 'runs'): number => a[of] + b[of];
  return { ...graver, durationMs: sum('durationMs'), requests: sum('requests'), runs: sum('runs') };
}
