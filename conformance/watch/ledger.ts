import { type ClauseId, loadClauses } from '../../spec/clauses.ts';
import { packageVersion } from '../../spec/package-version.ts';
import { loadOpenPoints, type PartialProfile, type PointId } from '../../spec/profile.ts';
import { allows } from '../judgement/allows.ts';
import type { Failure } from '../judgement/failure.ts';
import type { PointResult, RunResult } from '../judgement/result.ts';
import { outcomeOf, totalsOf } from '../judgement/verdicts.ts';
import type { ReportedExchange } from '../target/curl.ts';
import { readJson } from '../target/read-json.ts';
import { clauseResult, type Entry, times } from './clause-result.ts';
import type { components } from './generated/files.ts';
import { Timeline } from './timeline.ts';

type Learnt = components['schemas']['learnt'];

const nothing = { exchanges: 0, deliveries: 0, foreign: 0, unread: 0, unsampled: 0 };

/** A ledger as its file holds it, which files.schema.json says and explains. */
export type LedgerFile = Readonly<components['schemas']['ledger']>;

const mostExamples = 200;
const mostValues = 20;

/** Counts what was confirmed, broken and learnt; it holds a bounded number of examples. */
export class Ledger {
  readonly entries: Map<string, Entry>;
  readonly #points: Map<string, Learnt>;
  readonly counts = { ...nothing };
  /** Lines of the recording that are missing. */
  lost = 0;
  /** What the judge itself could not do, each kind once. */
  readonly faults = new Map<string, number>();
  /** Hears of every break, of examples that are not kept too. */
  onBreak: ((clause: ClauseId, failure: Failure, entry: Entry) => void) | undefined;
  readonly timeline: Timeline;
  #since: number;
  #until: number;

  constructor(file?: LedgerFile) {
    const { clauses = {}, points = {}, since = '', until = '', ...rest } = structuredClone(file) ?? {};
    this.entries = new Map(Object.entries(clauses));
    const isRead = (learnt: Learnt): boolean =>
      Object.keys(learnt).every((text) => readJson(text) !== undefined);
    this.#points = new Map(Object.entries(points).filter(([, learnt]) => isRead(learnt)));
    const { exchanges, deliveries, foreign, unread, unsampled } = { ...nothing, ...rest };
    this.counts = { exchanges, deliveries, foreign, unread, unsampled };
    this.timeline = new Timeline(file?.timeline);
    this.#since = Date.parse(since) || Number.POSITIVE_INFINITY;
    this.#until = Date.parse(until) || 0;
  }

  #entry(clause: ClauseId): Entry {
    const found = this.entries.get(clause) ?? { confirmed: 0, broken: 0, explained: 0 };
    if (found.confirmed + found.broken + found.explained === 0) this.entries.set(clause, found);
    return found;
  }

  passed(at: number): void {
    if (at < this.#since) this.#since = at;
    if (at > this.#until) this.#until = at;
    this.timeline.count('passed', at);
  }

  confirm(clause: ClauseId, at: number): void {
    const entry = this.#entry(clause);
    entry.confirmed++;
    entry.lastConfirmed = at;
    if (entry.confirmedSince !== undefined && ++entry.confirmedSince === 1) entry.keptSince = at;
  }

  explain(clause: ClauseId): void {
    this.#entry(clause).explained++;
  }

  break(clause: ClauseId, failure: Failure, at: number, shown: () => ReportedExchange | undefined): void {
    const entry = this.#entry(clause);
    entry.broken++;
    entry.lastBroken = at;
    entry.confirmedSince = 0;
    delete entry.keptSince;
    this.timeline.count('broken', at);
    this.onBreak?.(clause, failure, entry);
    if (entry.smallest && entry.smallest.actual.length <= failure.actual.length) return;
    const shownClauses = [...this.entries.values()].filter(({ first }) => first).length;
    if (!entry.first && shownClauses * 2 >= mostExamples) return;
    const example = { at, expected: failure.expected, actual: failure.actual, exchange: shown() };
    entry.first ??= example;
    entry.smallest = example;
  }

  /** `instead` is what was learnt from less evidence, and counts for this value now. */
  learn(point: PointId, value: unknown, instead: unknown = value): void {
    const learnt = this.#points.get(point) ?? {};
    const text = JSON.stringify(value);
    const before = JSON.stringify(instead);
    if (before !== text && learnt[before] !== undefined) {
      learnt[text] = (learnt[text] ?? 0) + learnt[before];
      delete learnt[before];
    }
    if (learnt[text] === undefined) {
      const asked = loadOpenPoints().find(({ id }) => id === point);
      if (!asked || !allows(asked, value) || Object.keys(learnt).length >= mostValues) return;
    }
    learnt[text] = (learnt[text] ?? 0) + 1;
    this.#points.set(point, learnt);
  }

  fault(error: unknown): void {
    const text = String(error).slice(0, 200);
    if (this.faults.has(text) || this.faults.size < 20)
      this.faults.set(text, (this.faults.get(text) ?? 0) + 1);
  }

  /** What was learnt, the value that was seen most often for each point. */
  get profile(): PartialProfile {
    const points = [...this.#points].map(([point, learnt]) => [point, JSON.parse(mostSeen(learnt))]);
    return { points: Object.fromEntries(points) };
  }

  points(): PointResult[] {
    return loadOpenPoints().map(({ id, question, learnt: how }) => {
      const learnt = this.#points.get(id);
      const unseen = 'nothing that passed has shown it';
      const reason = how === 'declared' ? 'only the owner of the deployment can say' : unseen;
      if (!learnt) return { point: id, question, requests: 0, verdict: 'unknown', reason };
      const values = Object.entries(learnt).sort(([, a], [, b]) => b - a);
      const contradicted = values.map(([value, count]) => `${value} ${times(count)}`).join(', ');
      return {
        ...{ point: id, question, requests: values.reduce((sum, [, count]) => sum + count, 0) },
        ...{ verdict: 'defined', value: JSON.parse(mostSeen(learnt)), from: 'probe' },
        ...(values.length > 1 && { remarkable: `what passed contradicts itself: ${contradicted}` }),
      };
    });
  }

  file(target: string): LedgerFile {
    return {
      kind: 'payrig-ledger',
      version: 1,
      target,
      since: instant(this.#since),
      until: instant(this.#until),
      ...this.counts,
      clauses: Object.fromEntries([...this.entries].sort()),
      points: Object.fromEntries([...this.#points].sort()),
      timeline: this.timeline.spans,
    };
  }

  /** The ledger as a report, in the form of a run of the suite. */
  report(target: string, options: ReportOptions = {}): RunResult {
    const { failOn } = options;
    const clauses = loadClauses().map((one) => clauseResult(one, this.entries.get(one.id), failOn));
    const { exchanges, deliveries, foreign, unread, unsampled } = this.counts;
    const explained = [...this.entries].filter(([, entry]) => entry.explained > 0);
    const notCounted = 'differences that another writer explains were not counted.';
    return {
      version: 1,
      subject: 'traffic',
      suite: { name: 'payrig', version: packageVersion() },
      target: { baseUrl: target, environment: options.environment ?? 'unknown', arrangement: 'none' },
      startedAt: instant(this.#since),
      durationMs: Math.max(0, this.#until - this.#since),
      requests: exchanges + deliveries,
      seed: 0,
      runs: 1,
      config: options.source ? { source: options.source } : {},
      ...outcomeOf(clauses, { stopped: undefined }),
      stopped: undefined,
      totals: totalsOf(clauses),
      clauses,
      points: this.points(),
      profile: this.profile,
      notes: [
        `${exchanges} exchanges and ${deliveries} deliveries were judged; ${foreign} requests are not operations of the contract, and ${unread} could not be read.`,
        ...(unsampled > 0 ? [`${unsampled} are of users outside the sample.`] : []),
        ...(this.lost > 0 ? [`Up to ${this.lost} lines are missing from the recording.`] : []),
        ...explained.map(([clause, { explained: count }]) => `${clause}: ${count} ${notCounted}`),
        ...[...this.faults].map(([text, count]) => `The judge itself failed ${times(count)}: ${text}`),
      ],
      leftovers: [],
    };
  }
}

/** Where the traffic came from, and who could have changed it on the way. */
export type TrafficSource = {
  readonly kind: 'live' | 'recording' | 'har';
  readonly hands: string;
  readonly sha256?: string;
};

export type ReportOptions = {
  readonly source?: TrafficSource;
  readonly failOn?: 'stated' | 'implied';
  readonly environment?: 'sandbox' | 'production';
};

const instant = (at: number): string => new Date(Number.isFinite(at) ? at : 0).toISOString();

const mostSeen = (learnt: Learnt): string =>
  Object.entries(learnt).reduce((best, one) => (one[1] > best[1] ? one : best))[0];
