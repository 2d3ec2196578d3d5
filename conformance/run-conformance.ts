import { randomUUID } from 'node:crypto';
import { isSelected } from '../spec/clause-patterns.ts';
import { areaOf, type Clause, loadClauses } from '../spec/clauses.ts';
import type { PointId } from '../spec/profile.ts';
import type { Check } from './check.ts';
import { CoverageAccount } from './contract-coverage/coverage-account.ts';
import { ConfigurationKeeper } from './deployment/configuration-keeper.ts';
import { type CheckOutcome, runCheck } from './deployment/judge-deployment.ts';
import { needsOf } from './deployment/needs.ts';
import type { RunOptions, TargetDescription } from './deployment/options.ts';
import { redactedConfig, shownUrl } from './deployment/redacted-config.ts';
import { removeMarked, runMark } from './deployment/remove-marked.ts';
import { resetAfterwards } from './deployment/reset-afterwards.ts';
import { openEnvironment, type RunEnvironment } from './deployment/run-environment.ts';
import { BadUsage, NoAnswer, RunStopped, TargetUnusable, UnreadableAnswer } from './failure.ts';
import { learn } from './learn/learn.ts';
import { pointsWanted } from './learn/points-wanted.ts';
import type { AnyProbe } from './learn/probe.ts';
import type { ClauseResult, PointResult, RunResult, SkipReason } from './result.ts';
import { parseReplay } from './run/replay.ts';
import { runSchedule } from './run/run-schedule.ts';
import { seedFor } from './run/seed.ts';
import { byLevel, outcomeOf, together, totalsOf, withBaseline } from './run/verdicts.ts';
import { suiteVersion } from './suite-version.ts';

/** The checks and probes of a run; those of the suite unless a test brings its own. */
export type Suite = { checks: readonly Check[]; probes: readonly AnyProbe[] };

/** Runs a suite against a deployment. It throws nothing that the deployment could be blamed for. */
export async function runSuite(
  suite: Suite,
  target: TargetDescription,
  options: RunOptions = {},
): Promise<RunResult> {
  const run = new Run(suite, target, options);
  return run.result();
}

class Run {
  readonly #suite: Suite;
  readonly #target: TargetDescription;
  readonly #options: RunOptions;
  readonly #seed: number;
  readonly #outcomes = new Map<string, CheckOutcome>();
  readonly #stop = new AbortController();
  readonly #coverage = new CoverageAccount();
  #points: readonly PointResult[] = [];
  #stopped: string | undefined;
  #environment: RunEnvironment | undefined;
  #badUsage = false;
  #mark = '';

  constructor(suite: Suite, target: TargetDescription, options: RunOptions) {
    this.#suite = suite;
    this.#target = target;
    this.#options = options;
    this.#seed = options.seed ?? Math.floor(Math.random() * 0x7fffffff);
  }

  async result(): Promise<RunResult> {
    const started = new Date();
    const { signal, maxTimeMs } = this.#options;
    const interrupted = (): void => this.#end('The run was interrupted.');
    if (signal?.aborted) interrupted();
    signal?.addEventListener('abort', interrupted);
    const timer = setTimeout(
      () => this.#end(`The run took longer than ${(maxTimeMs ?? 0) / 1000} s.`),
      maxTimeMs,
    );
    if (maxTimeMs === undefined) clearTimeout(timer);
    try {
      await this.#run();
    } catch (error) {
      if (!endsTheRun(error)) throw error;
      this.#badUsage = error instanceof BadUsage;
      this.#end(error.message);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', interrupted);
      await this.#cleanUp();
    }
    return this.#report(started);
  }

  #end(why: string): void {
    this.#stopped ??= why;
    this.#stop.abort();
  }

  async #run(): Promise<void> {
    const { onProgress, readOnly } = this.#options;
    onProgress?.({ kind: 'phase', phase: 'preflight', total: 0 });
    const mark = `${runMark}${randomUUID().slice(0, 8)}`;
    this.#mark = mark;
    const heard = this.#coverage.hear.bind(this.#coverage);
    const environment = await openEnvironment(this.#target, this.#options, mark, this.#stop.signal, heard);
    this.#environment = environment;
    const clients = [
      ...new Set(
        [environment.client, environment.other, environment.production].filter(
          (client) => client !== undefined,
        ),
      ),
    ];
    for (const { target } of clients) target.watch((answer) => this.#coverage.see(answer, target.naming));
    const keepers = clients.map((client) => new ConfigurationKeeper(client));
    if (!readOnly) await Promise.all(keepers.map((keeper) => keeper.remember()));
    const chosen = this.#chosen();

    const probes = this.#suite.probes;
    const wanted = pointsWanted(chosen, probes, this.#options);
    onProgress?.({ kind: 'phase', phase: 'learn', total: wanted.size });
    this.#points = await learn(
      environment,
      probes,
      (point: PointId) => wanted.has(point),
      (result) => onProgress?.({ kind: 'point', result }),
    );
    for (const keeper of keepers) await keeper.restore();
    for (const client of clients) client.obey({ naming: environment.naming, points: environment.known });
    this.#coverage.obey(environment.known);
    withoutPlainReceiver(environment, this.#options.receiverUrl);

    onProgress?.({ kind: 'phase', phase: 'check', total: chosen.length });
    await runSchedule(
      chosen,
      environment.concurrency,
      ({ exclusive }) => exclusive,
      async (check) => {
        if (this.#stop.signal.aborted) return;
        onProgress?.({ kind: 'start', clause: check.clause });
        await this.#judge(environment, check);
        for (const keeper of keepers) await keeper.restore();
      },
    );
  }

  #chosen(): Check[] {
    const { only, skip, replay } = this.#options;
    const again = replay === undefined ? undefined : parseReplay(replay);
    return this.#suite.checks.filter(({ clause }) =>
      again ? clause === again.clause : isSelected(clause, only, skip),
    );
  }

  async #judge(environment: RunEnvironment, check: Check): Promise<void> {
    const { runs = 12, replay, mostShrinks } = this.#options;
    const again = replay === undefined ? undefined : parseReplay(replay);
    const seed = again?.seed ?? seedFor(this.#seed, check.clause);
    const outcome = await runCheck(environment, check, {
      seed,
      runs,
      mostShrinks,
      ...(again?.path && { path: again.path }),
    });
    const earlier = this.#outcomes.get(check.clause);
    this.#outcomes.set(check.clause, earlier ? together(earlier, outcome) : outcome);
    const clause = loadClauses().find(({ id }) => id === check.clause) as Clause;
    this.#options.onProgress?.({ kind: 'clause', result: this.#clauseResult(clause) });
  }

  async #cleanUp(): Promise<void> {
    const environment = this.#environment;
    if (!environment) return;
    this.#options.onProgress?.({ kind: 'phase', phase: 'clean-up', total: 0 });
    for (const client of new Set([environment.client, environment.other, environment.production])) {
      if (!client) continue;
      if (this.#options.keep) {
        client.cleanup.leave(
          `${client.cleanup.standing.length} things of this run, as --keep asks; payrig check --clean-up removes them`,
        );
        continue;
      }
      await client.cleanup.remove();
      // What was under way when the run was stopped may have been made all the same, and nobody heard of it.
      if (this.#stopped !== undefined && !this.#options.readOnly)
        await removeMarked(client.caller, this.#mark).catch((error: Error) =>
          client.cleanup.leave(
            `what bears the mark ${this.#mark} could not be looked for (${error.message})`,
          ),
        );
      await resetAfterwards(client, this.#options.destructive ?? false);
    }
    for (const { gaveUp } of [environment.receiver, environment.extractions])
      if (gaveUp) environment.notes.push(gaveUp);
    await environment.close();
  }

  #clauseResult(clause: Clause): ClauseResult {
    const { id, level, why, section, statement, operations, webhooks } = clause;
    const checks = this.#suite.checks.filter((check) => check.clause === id);
    const needs = [...new Set(checks.flatMap((check) => needsOf(check)))];
    const outcome = this.#outcomes.get(id) ?? this.#notRun(clause, checks.length > 0);
    const told = { section, level, ...(why && { why }), statement, operations, webhooks, needs };
    const verdict = byLevel(outcome.verdict, level, this.#options.failOn);
    return { clause: id, area: areaOf(id), ...told, ...outcome, verdict };
  }

  #notRun({ id }: Clause, hasCheck: boolean): CheckOutcome {
    const { only, skip: left, replay } = this.#options;
    const selected = replay === undefined ? isSelected(id, only, left) : parseReplay(replay)?.clause === id;
    const skip = (kind: SkipReason['kind'], message: string): CheckOutcome => ({
      verdict: 'skip',
      skip: { kind, message, missing: [], enable: [] },
      durationMs: 0,
      requests: 0,
      runs: 0,
    });
    if (!selected) return skip('not-selected', 'it was not asked for');
    if (!hasCheck) return skip('no-check', 'the suite has no check for it');
    return skip('stopped', this.#stopped ?? 'the run was over before its turn came');
  }

  #report(started: Date): RunResult {
    const { only, strict, baseline = [], runs = 12 } = this.#options;
    const clauses = withBaseline(
      loadClauses().map((clause) => this.#clauseResult(clause)),
      baseline,
    );
    const environment = this.#environment;
    const stopped = this.#stopped;
    const clients = [...new Set([environment?.client, environment?.other, environment?.production])];
    return {
      version: 1,
      suite: { name: 'payrig', version: suiteVersion() },
      target: {
        baseUrl: shownUrl(this.#target.baseUrl),
        environment: environment?.serverKind ?? 'unknown',
        arrangement: environment?.client.arrangement.name ?? 'none',
      },
      startedAt: started.toISOString(),
      durationMs: Date.now() - started.getTime(),
      requests: environment?.requests() ?? 0,
      seed: this.#seed,
      runs,
      config: redactedConfig(this.#target, this.#options),
      ...outcomeOf(clauses, {
        ...(only && { only }),
        ...(strict && { strict }),
        ...(stopped && { stopped }),
        ...(this.#badUsage && { badUsage: true }),
      }),
      ...(stopped !== undefined && { stopped }),
      totals: totalsOf(clauses),
      clauses,
      points: this.#points,
      profile: { naming: environment?.naming ?? {}, points: { ...environment?.known } },
      notes: environment?.notes ?? [],
      leftovers: clients.flatMap((client) => client?.cleanup.leftovers ?? []),
      coverage: this.#coverage.coverage(),
    };
  }
}

/** What a deployment can do to a run outside of a check: it is told in a sentence. */
const endsTheRun = (error: unknown): error is Error =>
  [TargetUnusable, RunStopped, NoAnswer, UnreadableAnswer].some((kind) => error instanceof kind);

/** A deployment that takes https receivers alone cannot reach a plain one. */
function withoutPlainReceiver(environment: RunEnvironment, receiverUrl = 'http:'): void {
  if (environment.known['webhooks.create.url-schemes'] === 'https-only' && !receiverUrl.startsWith('https:'))
    environment.offers.delete('receiver');
}
