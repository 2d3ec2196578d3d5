import { isSelected } from '../../../spec/clause-patterns.ts';
import { areaOf } from '../../../spec/clauses.ts';
import { packageVersion } from '../../../spec/package-version.ts';
import { BadUsage } from '../../judgement/failure.ts';
import { type CheckOutcome, skipped } from '../../judgement/judge-check.ts';
import type { JudgingOptions } from '../../judgement/options.ts';
import { parseReplay, seedFor } from '../../judgement/replay.ts';
import type { ClauseResult, RunResult, SkipReason } from '../../judgement/result.ts';
import { type JudgedCheck, type JudgedClause, Stop, type Subject } from '../../judgement/subject.ts';
import { byLevel, outcomeOf, together, totalsOf, withBaseline } from '../../judgement/verdicts.ts';
import { NoAnswer, RunStopped, TargetUnusable, UnreadableAnswer } from '../../target/call-errors.ts';
import { runSchedule } from './run-schedule.ts';

/** Judges every chosen clause of a subject. It throws nothing that the subject could be blamed for. */
export async function judgeClauses<Check extends JudgedCheck, Clause extends JudgedClause>(
  subject: Subject<Check, Clause>,
  options: JudgingOptions,
): Promise<RunResult> {
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  const judging = new Judging(subject, options);
  const { stop } = judging;
  const interrupted = (): void => stop.end(`The ${subject.called} was interrupted.`);
  const { signal, maxTimeMs } = options;
  if (signal?.aborted) interrupted();
  signal?.addEventListener('abort', interrupted);
  const late = (ms: number): void => stop.end(`The ${subject.called} took longer than ${ms / 1000} s.`);
  const timer = maxTimeMs === undefined ? undefined : setTimeout(late, maxTimeMs, maxTimeMs);
  try {
    await judging.judgeAll();
  } catch (error) {
    if (!endsTheRun(error)) throw error;
    stop.end(error.message, error instanceof BadUsage ? 2 : 3);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', interrupted);
    await subject.close();
  }
  return judging.report(startedAt, begun);
}

/** What a subject can do to a run outside of a check: the run ends with the message. */
const endsTheRun = (error: unknown): error is Error =>
  [TargetUnusable, RunStopped, NoAnswer, UnreadableAnswer].some((kind) => error instanceof kind);

class Judging<Check extends JudgedCheck, Clause extends JudgedClause> {
  readonly stop = new Stop();
  readonly #subject: Subject<Check, Clause>;
  readonly #options: JudgingOptions;
  readonly #seed: number;
  readonly #runs: number;
  readonly #outcomes = new Map<string, CheckOutcome>();

  constructor(subject: Subject<Check, Clause>, options: JudgingOptions) {
    this.#subject = subject;
    this.#options = options;
    this.#seed = options.seed ?? Math.floor(Math.random() * 0x7fffffff);
    this.#runs = options.runs ?? 12;
  }

  async judgeAll(): Promise<void> {
    const { onProgress } = this.#options;
    const asked = this.#subject.clauses.filter((clause) => this.#isChosen(clause));
    const judgeable = asked.filter((clause) => !this.#subject.missing?.(clause));
    const clauses = new Map<string, Clause>(judgeable.map((clause) => [clause.id, clause]));
    const chosen = this.#subject.checks.filter(({ clause }) => clauses.has(clause));
    const { concurrency, points = 0 } = await this.#subject.prepare(chosen, this.stop);
    const left = new Map<string, number>();
    for (const { clause } of chosen) left.set(clause, (left.get(clause) ?? 0) + 1);
    const total = left.size + points;
    const judge = async (check: Check): Promise<void> => {
      const clause = clauses.get(check.clause);
      if (!clause || this.stop.reason !== undefined) return;
      onProgress?.({ kind: 'start', clause: check.clause });
      await this.#judge(check);
      this.#progress(clause, left);
    };
    const judgeThese = async (checks: readonly Check[]): Promise<void> => {
      onProgress?.({ kind: 'phase', phase: 'check', total });
      await runSchedule(checks, concurrency, ({ exclusive }) => exclusive, judge);
    };
    // What is broken shows within seconds, before anything is learnt.
    const early = chosen.filter((check) => this.#subject.isEarly?.(check));
    if (early.length > 0) await judgeThese(early);
    await this.#subject.learn?.(chosen);
    await judgeThese(chosen.filter((check) => !early.includes(check)));
  }

  /** Reports a clause once: when a check of it fails, or with the last of its checks. */
  #progress(clause: Clause, left: Map<string, number>): void {
    const checks = left.get(clause.id);
    if (checks === undefined) return;
    const [result] = withBaseline([this.#result(clause)], this.#options.baseline ?? []);
    if (!result) return;
    const isFinal = checks === 1 || ['fail', 'warn', 'error'].includes(result.verdict);
    if (isFinal) left.delete(clause.id);
    else left.set(clause.id, checks - 1);
    if (isFinal) this.#options.onProgress?.({ kind: 'clause', result });
    if (this.#options.bail && result.verdict === 'fail' && result.baseline !== 'known')
      this.stop.end('The run ended with the first failure, as --bail asks.', 1);
  }

  async #judge(check: Check): Promise<void> {
    const { clause } = check;
    const { replay, mostShrinks } = this.#options;
    const again = replay === undefined ? undefined : parseReplay(replay);
    const seed = again?.seed ?? seedFor(this.#seed, clause);
    const run = { seed, runs: this.#runs, path: again?.path, mostShrinks };
    const outcome = await this.#subject.judge(check, run);
    const earlier = this.#outcomes.get(clause);
    this.#outcomes.set(clause, earlier ? together(earlier, outcome) : outcome);
  }

  #isChosen({ id }: Clause): boolean {
    const { only, skip, replay } = this.#options;
    return replay === undefined ? isSelected(id, only, skip) : parseReplay(replay)?.clause === id;
  }

  #result(clause: Clause): ClauseResult {
    const { id, section, places, level, why, statement, operations = [], webhooks = [] } = clause;
    const outcome = this.#outcomes.get(id) ?? this.#notRun(clause);
    return {
      ...{ clause: id, area: areaOf(id), section, places, level, why, statement, operations, webhooks },
      needs: this.#subject.needs(clause),
      ...outcome,
      verdict: byLevel(outcome.verdict, level, this.#options.failOn),
    };
  }

  #notRun(clause: Clause): CheckOutcome {
    const { called, checks } = this.#subject;
    const missing = this.#subject.missing?.(clause);
    const skip = (kind: SkipReason['kind'], message: string): CheckOutcome =>
      skipped({ kind, message, missing: missing?.missing ?? [], enable: [] });
    if (!this.#isChosen(clause)) return skip('not-selected', 'it was not asked for');
    if (missing) return skipped(missing);
    if (!checks.some((check) => check.clause === clause.id))
      return skip('no-check', 'the suite has no check for it');
    return skip('stopped', this.stop.reason ?? `the ${called} was over before its turn came`);
  }

  report(startedAt: string, begun: number): RunResult {
    const { only, strict, baseline = [] } = this.#options;
    const { reason: stopped, exitCode } = this.stop;
    const results = this.#subject.clauses.map((clause) => this.#result(clause));
    const clauses = withBaseline(results, baseline);
    return {
      version: 1,
      suite: { name: 'payrig', version: packageVersion() },
      startedAt,
      durationMs: Math.round(performance.now() - begun),
      seed: this.#seed,
      runs: this.#runs,
      ...outcomeOf(clauses, { only, strict, stopped, exitCode }),
      stopped,
      totals: totalsOf(clauses),
      clauses,
      ...this.#subject.about(),
    };
  }
}
