import { randomUUID } from 'node:crypto';
import { areaOf, type Clause, clausesById, loadClauses } from '../../spec/clauses.ts';
import { runMark } from '../arrange/cleanup-list.ts';
import { putBack, removeMarked, type StateBefore, stateBefore } from '../deployment/clean-up.ts';
import { ConfigurationKeeper } from '../deployment/configuration-keeper.ts';
import { needsOf } from '../deployment/offers.ts';
import type { RunOptions, TargetDescription } from '../deployment/options.ts';
import { plainTarget, redactedConfig, shownUrl } from '../deployment/redacted-config.ts';
import type { RunClient } from '../deployment/run-client.ts';
import { openEnvironment, type RunEnvironment } from '../deployment/run-environment.ts';
import type { Check } from '../judgement/check.ts';
import type { CheckOutcome, CheckRun } from '../judgement/judge-check.ts';
import type { PointResult, RunResult } from '../judgement/result.ts';
import type { Stop, Subject } from '../judgement/subject.ts';
import { CoverageAccount } from './coverage-account.ts';
import { judgeClauses } from './engine/judge-clauses.ts';
import { judgeDeployment } from './judge-deployment.ts';
import { learn } from './learn/learn.ts';
import { type AnyProbe, pointsWanted } from './learn/probe.ts';

/** The checks and probes of a run; those of the suite unless a test brings its own. */
export type Suite = { checks: readonly Check[]; probes: readonly AnyProbe[] };

/** Runs a suite against a deployment. It throws nothing that the deployment could be blamed for. */
export const runSuite = (
  suite: Suite,
  target: TargetDescription,
  options: RunOptions = {},
): Promise<RunResult> => judgeClauses(new Deployment(suite, plainTarget(target), options), options);

/** A deployment as the engine judges it: opened before the first check, cleaned up after the last. */
class Deployment implements Subject<Check, Clause> {
  readonly called = 'run';
  readonly clauses = loadClauses();
  readonly checks: readonly Check[];
  readonly #probes: readonly AnyProbe[];
  readonly #target: TargetDescription;
  readonly #options: RunOptions;
  readonly #mark = `${runMark}${randomUUID().slice(0, 8)}`;
  readonly #coverage = new CoverageAccount();
  #points: readonly PointResult[] = [];
  #keepers: readonly ConfigurationKeeper[] = [];
  readonly #before = new Map<RunClient, StateBefore>();
  #environment: RunEnvironment | undefined;
  #stop: Stop | undefined;

  constructor({ checks, probes }: Suite, target: TargetDescription, options: RunOptions) {
    this.checks = byTurns(checks);
    this.#probes = probes;
    this.#target = target;
    this.#options = options;
  }

  needs({ id }: Clause) {
    return [...new Set(this.checks.filter(({ clause }) => clause === id).flatMap((check) => needsOf(check)))];
  }

  async prepare(chosen: readonly Check[], stop: Stop) {
    const { onProgress, readOnly } = this.#options;
    this.#stop = stop;
    onProgress?.({ kind: 'phase', phase: 'preflight', total: 0 });
    const heard = this.#coverage.hear.bind(this.#coverage);
    const environment = await openEnvironment(this.#target, this.#options, this.#mark, stop.signal, heard);
    this.#environment = environment;
    const { clients } = environment;
    for (const { target } of clients) target.watch((answer) => this.#coverage.see(answer));
    this.#keepers = clients.map((client) => new ConfigurationKeeper(client));
    if (!readOnly) await Promise.all(this.#keepers.map((keeper) => keeper.remember()));
    await this.#rememberState(clients, chosen);
    const { destructive, preflight } = this.#options;
    // What the deployment holds already is public evidence, unless checks may delete it.
    if (!destructive && preflight !== false)
      await Promise.all(clients.map(({ discover }) => discover.look()));
    this.#obey(environment);
    const points = pointsWanted(chosen, this.#probes, this.#options).size;
    return { concurrency: environment.concurrency, points };
  }

  /** A check that depends on no open point is judged before they are learnt. */
  isEarly({ clause, points = [], uses = [], exclusive }: Check): boolean {
    const depends = [...points, ...uses, ...(clausesById().get(clause)?.dependsOn ?? [])];
    return exclusive === undefined && depends.length === 0;
  }

  #obey(environment: RunEnvironment): void {
    const { clients, naming, known } = environment;
    for (const client of clients) client.obey({ naming, points: known });
    this.#coverage.obey(known);
    // A deployment that takes https receivers alone cannot reach a plain one.
    const { receiverUrl = 'http:' } = this.#options;
    if (known['webhooks.create.url-schemes'] === 'https-only' && !receiverUrl.startsWith('https:'))
      environment.offers.delete('receiver');
  }

  /** Only a snapshot can put back a clock that the run moves and spare what others have there. */
  async #rememberState(clients: readonly RunClient[], chosen: readonly Check[]): Promise<void> {
    const { readOnly, keep, destructive } = this.#options;
    const wanted = pointsWanted(chosen, this.#probes, this.#options);
    const probes = this.#probes.filter(({ point }) => wanted.has(point));
    const needs = [...chosen.map(needsOf), ...probes.map((probe) => probe.needs ?? [])];
    if (readOnly || keep || destructive || !needs.flat().includes('clock')) return;
    await Promise.all(
      clients.map(async (client) => {
        const before = await stateBefore(client);
        if (before) this.#before.set(client, before);
      }),
    );
  }

  async learn(chosen: readonly Check[]): Promise<void> {
    const environment = this.#environment;
    if (!environment) return;
    const { onProgress } = this.#options;
    const wanted = pointsWanted(chosen, this.#probes, this.#options);
    onProgress?.({ kind: 'phase', phase: 'learn', total: 0 });
    const onResult = (result: PointResult) => onProgress?.({ kind: 'point', result });
    this.#points = await learn(environment, this.#probes, wanted, onResult);
    await this.#restoreConfigurations();
    this.#obey(environment);
  }

  async judge(check: Check, run: CheckRun): Promise<CheckOutcome> {
    if (!this.#environment) throw new Error('A check can be judged only after prepare().');
    const outcome = await judgeDeployment(this.#environment, check, run);
    await this.#restoreConfigurations();
    return outcome;
  }

  async #restoreConfigurations(): Promise<void> {
    for (const keeper of this.#keepers) await keeper.restore();
  }

  async close(): Promise<void> {
    const environment = this.#environment;
    if (!environment) return;
    this.#options.onProgress?.({ kind: 'phase', phase: 'clean-up', total: 0 });
    const notes = await Promise.all(environment.clients.map((client) => this.#cleanUp(client)));
    environment.notes.push(...notes.filter((note) => note !== undefined));
    for (const { gaveUp } of [environment.receiver, environment.extractions])
      if (gaveUp) environment.notes.push(gaveUp);
    const { strangers } = environment.receiver;
    if (strangers > 0)
      environment.notes.push(`The receiver got ${strangers} requests that are not deliveries of this run.`);
    await environment.close();
  }

  /** Returns what the report should say of it. */
  async #cleanUp(client: RunClient): Promise<string | undefined> {
    const { keep, readOnly, destructive = false } = this.#options;
    const { cleanup } = client;
    const kept = `${cleanup.standing.length} things of this run, as --keep asks`;
    if (keep) cleanup.leave(`${kept}; payrig check --clean-up removes them`);
    else await cleanup.remove();
    // A request that was under way when the run stopped may have created something all the same.
    if (this.#stop?.reason !== undefined && !readOnly && !keep)
      await removeMarked(client.caller, this.#mark).catch((error: Error) =>
        cleanup.leave(`what bears the mark ${this.#mark} could not be looked for (${error.message})`),
      );
    return putBack(client, destructive && !keep, this.#before.get(client));
  }

  about() {
    const environment = this.#environment;
    return {
      target: {
        baseUrl: shownUrl(this.#target.baseUrl),
        environment: environment?.serverKind ?? 'unknown',
        arrangement: environment?.client.arrangement.name ?? 'none',
      },
      requests: environment?.requests() ?? 0,
      config: redactedConfig(this.#target, this.#options),
      points: this.#points,
      profile: { naming: environment?.naming ?? {}, points: { ...environment?.known } },
      notes: environment?.notes ?? [],
      leftovers: environment?.clients.flatMap(({ cleanup }) => cleanup.leftovers) ?? [],
      coverage: this.#coverage.coverage(),
    };
  }
}

/** One check of each area in turn: whatever is broken shows soon. */
function byTurns(checks: readonly Check[]): readonly Check[] {
  const taken = new Map<string, number>();
  const withTurn = checks.map((check) => {
    const area = areaOf(check.clause);
    const turn = taken.get(area) ?? 0;
    taken.set(area, turn + 1);
    return { check, turn };
  });
  return withTurn.sort((a, b) => a.turn - b.turn).map(({ check }) => check);
}
