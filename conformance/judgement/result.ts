import type { ClauseId } from '../../spec/clauses.ts';
import type { ClientClauseId } from '../../spec/client-clauses.ts';
import type { PartialProfile, PointId } from '../../spec/profile.ts';
import type { ExamNeed, ReceiverClauseId } from '../../spec/receiver-clauses.ts';
import type { ReportedExchange } from '../target/curl.ts';
import type { Capability } from './capability.ts';
import type { components } from './generated/report.ts';

// What a report holds, as report.schema.json says and explains it; more precise here where the suite knows more.

/** A part of the report; its lists are not changed any more. */
type Part<T> = T extends (infer Item)[]
  ? readonly Part<Item>[]
  : T extends object
    ? { [Key in keyof T]: Part<T[Key]> }
    : T;
type Schemas = { [Name in keyof components['schemas']]: Part<components['schemas'][Name]> };
type Clause = Schemas['clause'];
type Needs = readonly (Capability | ExamNeed)[];

export type Verdict = Clause['verdict'];
export type SkipReason = Omit<NonNullable<Clause['skip']>, 'missing'> & { missing: Needs };
export type ReportedDelivery = NonNullable<Schemas['step']['delivery']>;
export type ReportedStep =
  | { kind: 'arranged'; call: string; given: string; made?: string; failed?: string }
  | { kind: 'request'; exchange: ReportedExchange }
  | { kind: 'delivery'; delivery: ReportedDelivery }
  | { kind: 'left-out'; what: string };

/** What a verdict rests on. A deployment may arrange by a path of its own, so such a verdict says less than a public one. */
export type VerdictEvidence = NonNullable<Clause['evidence']>;
export type EvidencePath = VerdictEvidence['path'];

export type FailureReport = Omit<Schemas['failure'], 'steps' | 'advice'> & {
  steps: readonly ReportedStep[];
  /** In an exam: what can come of it, and how to mend it, in words and with the receiver kit. */
  advice?: { danger: string; mend: string; kit?: string };
};

export type ClauseResult = Omit<Clause, 'clause' | 'needs' | 'skip' | 'failure'> & {
  clause: ClauseId | ReceiverClauseId | ClientClauseId;
  needs: Needs;
  skip?: SkipReason;
  failure?: FailureReport;
};

export const placeText = ({ section, places = [] }: Pick<ClauseResult, 'section' | 'places'>): string =>
  places.length > 0 ? places.join('; ') : section;

/** One open point: `defined` with its value, or unknown with the reason. */
export type PointResult = Omit<Schemas['point'], 'point'> & { point: PointId };

/** `judged`: all that were held against the deployment, which is pass, fail and warn. */
export type Totals = Readonly<Record<Verdict | 'judged' | 'known' | 'stale', number>>;

/** Of one kind of thing in the contract, what the run met and what it did not. */
export type Met = Schemas['met'];

/**
 * How much of the contract a run met: its operations, the statuses of each, fields of requests and answers, values of
 * enumerations, and bounds that a request touched from within and from without.
 */
export type ContractCoverage = Record<'operations' | 'statuses' | 'fields' | 'values' | 'boundaries', Met>;

type Precise = 'config' | 'totals' | 'clauses' | 'points' | 'profile' | 'coverage';

/** The whole of a run; JSON-serialisable. */
export type RunResult = Omit<Schemas['Report'], Precise> & {
  config: Readonly<Record<string, unknown>>;
  totals: Totals;
  clauses: readonly ClauseResult[];
  points: readonly PointResult[];
  profile: PartialProfile;
  coverage?: ContractCoverage;
};

export type ExitCode = RunResult['exitCode'];

/** Whether the run was to judge a clause; --only and --skip leave others out. */
export const isAsked = ({ skip }: Pick<ClauseResult, 'skip'>): boolean => skip?.kind !== 'not-selected';
