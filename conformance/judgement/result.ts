import type { ClauseId, Level } from '../../spec/clauses.ts';
import type { ClientClauseId } from '../../spec/client-clauses.ts';
import type { PartialProfile, PointId } from '../../spec/profile.ts';
import type { ExamNeed, ReceiverClauseId } from '../../spec/receiver-clauses.ts';
import type { ReportedExchange } from '../target/curl.ts';
import type { Capability } from './capability.ts';

/** What a run says of a clause; `warn` is an implied one that does not hold. `defined` is what it says of an open point, see PointResult. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'skip' | 'error';

export type SkipReason = {
  kind:
    | 'not-selected'
    | 'not-applicable'
    | 'cannot-arrange'
    | 'arrangement-failed'
    | 'unknown-point'
    | 'no-answer'
    | 'stopped'
    | 'no-check'
    | 'not-seen';
  message: string;
  missing: readonly (Capability | ExamNeed)[];
  /** Where the arrangement itself threw. */
  stack?: string;
  /** What a person would do to have it judged. */
  enable: readonly string[];
};

export type ReportedDelivery = {
  method: string;
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** The body under the key of its subscription. */
  decrypted?: string;
  /** The signature that came, and the one that the secret of its subscription gives. */
  signature?: { given?: string; computed: string };
};

export type ReportedStep =
  | { kind: 'arranged'; call: string; given: string; made?: string; failed?: string }
  | { kind: 'request'; exchange: ReportedExchange }
  | { kind: 'delivery'; delivery: ReportedDelivery }
  | { kind: 'left-out'; what: string };

/** By which path the evidence of a verdict came; `watched` is traffic that the suite did not send. */
export type EvidencePath = 'public' | 'declared' | 'arranged' | 'watched';

/** What a verdict rests on. A deployment may arrange by a path of its own, so such a verdict says less than a public one. */
export type VerdictEvidence = {
  path: EvidencePath;
  /** The arrangement calls, those included with which the open points that it requires were learnt. */
  arranged?: readonly string[];
  /** The open points whose values the deployment or a profile declared. */
  declared?: readonly string[];
};

export type FailureReport = {
  expected: string;
  actual: string;
  /** Both values as JSON, where `expected` and `actual` show the first difference alone. */
  whole?: { readonly expected: string; readonly actual: string };
  /** The minimal input of a property, as source text; absent for a scenario. */
  counterexample?: string;
  shrinks?: number;
  exchange?: ReportedExchange;
  /** What the data itself shows of the cause, e.g. "this is the signature of the plain body". */
  diagnosis?: readonly string[];
  steps: readonly ReportedStep[];
  /** In an exam: what can come of it, and how to mend it, in words and with the receiver kit. */
  advice?: { danger: string; mend: string; kit?: string };
  seed: number;
  replay: string;
  /** The whole command that sees it again, for a shell in which the variables of the secrets are set. */
  again: string;
  /** What is needed besides, where what the run made is gone. */
  hints?: readonly string[];
};

export type ClauseResult = {
  clause: ClauseId | ReceiverClauseId | ClientClauseId;
  area: string;
  section: string;
  /** The rows, list items and paragraphs of the document that say it. */
  places?: readonly string[];
  level: Level;
  /** Why it is implied and not stated. */
  why?: string;
  statement: string;
  operations: readonly string[];
  webhooks: readonly string[];
  needs: readonly (Capability | ExamNeed)[];
  verdict: Verdict;
  /** Absent where nothing was judged. */
  evidence?: VerdictEvidence;
  /** In watched traffic: how often it was kept and broken, and when for the last time, as ISO 8601. */
  seen?: {
    confirmed: number;
    broken: number;
    lastConfirmed?: string;
    firstBroken?: string;
    lastBroken?: string;
    /** The first time that it was kept after it was broken for the last time. */
    keptSince?: string;
  };
  skip?: SkipReason;
  failure?: FailureReport;
  error?: { message: string; stack?: string };
  /** Set by --baseline: a failure that is known, or a listed clause that passes now. */
  baseline?: 'known' | 'stale';
  durationMs: number;
  requests: number;
  /** How many inputs a property was tried with; 1 for a scenario. */
  runs: number;
};

/** Where the document says it, in one line. */
export const placeText = ({ section, places = [] }: Pick<ClauseResult, 'section' | 'places'>): string =>
  places.length > 0 ? places.join('; ') : section;

/** One open point: `defined` with its value, or unknown with the reason. */
export type PointResult = {
  point: PointId;
  question: string;
  verdict: 'defined' | 'unknown';
  value?: unknown;
  /** `probe`: learnt in this run; `profile`: given by --profile. */
  from?: 'probe' | 'profile';
  reason?: string;
  /** Why a reader should look at it twice: a value that says that something does not exist, or no value foreseen. */
  remarkable?: string;
  requests: number;
};

export type Totals = Readonly<Record<Verdict, number>> & {
  /** All that were held against the deployment: pass, fail and warn. */
  readonly judged: number;
  readonly known: number;
  readonly stale: number;
};

/** Of one kind of thing in the contract, what the run met and what it did not. */
export type Met = { readonly met: readonly string[]; readonly missed: readonly string[] };

/**
 * How much of the contract a run met: its operations, the statuses of each, fields of requests and answers, values of
 * enumerations, and bounds that a request touched from within and from without.
 */
export type ContractCoverage = Readonly<
  Record<'operations' | 'statuses' | 'fields' | 'values' | 'boundaries', Met>
>;

/** The whole of a run; JSON-serialisable, published as report/report.schema.json. */
export type RunResult = {
  version: 1;
  /** What was judged: a deployment by the suite when left out, a receiver or a client by its exam, or traffic by the watch. */
  subject?: 'receiver' | 'client' | 'traffic';
  suite: { name: 'payrig'; version: string };
  target: { baseUrl: string; environment: 'sandbox' | 'production' | 'unknown'; arrangement: string };
  startedAt: string;
  durationMs: number;
  requests: number;
  seed: number;
  runs: number;
  /** The options of the run, secrets replaced. */
  config: Readonly<Record<string, unknown>>;
  exitCode: ExitCode;
  summary: string;
  stopped?: string;
  totals: Totals;
  clauses: readonly ClauseResult[];
  points: readonly PointResult[];
  /** What was learnt and what was given, as a profile that a sandbox can obey. */
  profile: PartialProfile;
  /** What a reader of the verdicts should know: a clock that runs ahead, what was given up on. */
  notes: readonly string[];
  leftovers: readonly string[];
  /** What was met of the service's contract; absent where a run speaks to no service. */
  coverage?: ContractCoverage;
};

/** 0 no judged clause fails, 1 some fail, 2 bad usage, 3 incomplete, 4 the suite broke. */
export type ExitCode = 0 | 1 | 2 | 3 | 4;

/** Whether the run was to judge a clause; --only and --skip leave others out. */
export const isAsked = ({ skip }: Pick<ClauseResult, 'skip'>): boolean => skip?.kind !== 'not-selected';
