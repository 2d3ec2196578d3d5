import type { ClientClauseId } from '../../../spec/client-clauses.ts';
import { defined } from '../../../spec/json.ts';
import { Failure } from '../../judgement/failure.ts';
import type { Seen } from './front.ts';
import { type Journey, keyOperationOf } from './journeys.ts';
import type { Stage, Wish } from './stage.ts';
import type { Outcome } from './start-journey.ts';
import { expectTruth, leftUndone } from './truth.ts';

export type JourneyRun = {
  readonly stage: Stage;
  readonly outcome: Outcome;
  readonly requests: readonly Seen[];
};

/** All that is known of a case when its client has ended. */
export type Evidence = {
  readonly stage: Stage;
  readonly runs: readonly JourneyRun[];
  readonly requests: readonly Seen[];
  /** What the sandbox noted against the client's requests. */
  readonly violations: readonly string[];
};

export type Judge = (evidence: Evidence) => void | Promise<void>;

/** A course of events for one journey, and how each clause judges it. */
export type ExamCase = {
  readonly name: string;
  readonly journey: Journey;
  readonly wish: Wish;
  readonly judges: Judges;
  /** `others`: for a user, another one of the same key and one of another key; `others-at-once`: the first and the last. */
  readonly starts?: 'twice' | 'at-once' | 'others' | 'others-at-once';
  /** A clause with a case of the same journey: where that does not hold, it tells the cause, and this case says nothing. */
  readonly unless?: ClientClauseId;
  /** It mostly waits, and takes no place among those that work. */
  readonly isIdle?: boolean;
};

export type Judges = Readonly<Partial<Record<ClientClauseId, Judge>>>;

type CaseParts = Wish & Omit<ExamCase, 'name' | 'journey' | 'wish'>;

export function casesOf(name: string, journeys: readonly Journey[], parts: CaseParts): ExamCase[] {
  const { judges, starts, isIdle, unless, ...wish } = parts;
  return journeys.map((journey) => ({ name, journey, wish: defined(wish), judges, starts, isIdle, unless }));
}

const told = ({ how, output }: Outcome): string => {
  const words = output.trim().slice(-300);
  return words === '' ? how : `${how}, with the output ${JSON.stringify(words)}`;
};

export function expectEnded(evidence: Evidence): void {
  for (const { outcome } of evidence.runs)
    if (!outcome.ended) throw new Failure('the journey to end', outcome.how);
}

/** A success is told only where the job is done, and what is printed is true. Giving up with an error is right. */
export async function honest(evidence: Evidence): Promise<void> {
  expectEnded(evidence);
  const { stage: first, runs } = evidence;
  for (const { stage, outcome, requests } of runs) {
    if (!outcome.ok) continue;
    const undone = await leftUndone(stage, stage === first ? evidence.requests : requests);
    if (undone !== undefined)
      throw new Failure('success only where the job is done', `${told(outcome)}, though ${undone}`);
    await expectTruth(stage, requests, outcome);
  }
}

/** The service has what it was to be given, whatever the journey printed. */
export async function jobDone({ stage, runs, requests }: Evidence): Promise<void> {
  expectSuccess(runs);
  const undone = await leftUndone(stage, requests);
  if (undone !== undefined) throw new Failure('the values as they were given', undone);
}

/** What the journey printed is what the service has, where the service has it right. */
export async function toldRight(evidence: Evidence): Promise<void> {
  const { stage, runs, requests } = evidence;
  if (runs.every(({ outcome }) => outcome.ok) && (await leftUndone(stage, requests)) === undefined)
    await honest(evidence);
}

function expectSuccess(runs: readonly JourneyRun[]): void {
  for (const { outcome } of runs)
    if (!outcome.ok)
      throw new Failure('the journey to succeed', told(outcome)).from(
        `It ended with ${outcome.how}: ${outcome.output.trim().split('\n').at(-1)?.slice(0, 200)}`,
      );
}

/** Nothing is in the way that the client could not cope with. */
export async function succeeds(evidence: Evidence): Promise<void> {
  expectSuccess(evidence.runs);
  await honest(evidence);
}

/** Looks at the last start alone, whatever came of those before. */
export const ofLastStart =
  (judge: Judge): Judge =>
  (evidence) => {
    const runs = evidence.runs.slice(-1);
    return judge({ ...evidence, runs, requests: runs.flatMap(({ requests }) => requests) });
  };

/** Nothing is in the way of the last start. */
export const lastSucceeds: Judge = (evidence) => succeeds({ ...evidence, runs: evidence.runs.slice(-1) });

/** The job cannot be done, and the caller has to be told. */
export function fails(evidence: Evidence): void {
  expectEnded(evidence);
  for (const { outcome } of evidence.runs)
    if (outcome.ok)
      throw new Failure('the journey to end with an error (exit code, or status)', told(outcome)).from(
        'It ends with success though its call failed.',
      );
}

export const requestsOf = ({ requests }: Evidence, operation: Seen['operation']): Seen[] =>
  requests.filter((seen) => seen.operation === operation);

export const keyRequestsOf = (evidence: Evidence): Seen[] =>
  requestsOf(evidence, keyOperationOf(evidence.stage.journey));

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);

export function atMost(count: number, seen: readonly Seen[], what: string): void {
  if (seen.length > count)
    throw new RequestFailure(`${what} at most ${times(count)}`, times(seen.length), seen.at(-1)!);
}

/** A failure that one request shows. */
export class RequestFailure extends Failure {
  readonly seen: Seen;
  constructor(expected: string, actual: string, seen: Seen) {
    super(expected, actual);
    this.seen = seen;
  }
}

/** Fails by a request that should not be, where there is one. */
export function expectNoRequest(expected: string, seen: Seen | undefined, more = ''): void {
  if (seen) throw new RequestFailure(expected, `${seen.method} ${seen.url}${more}`, seen);
}

export const pausesOf = (tries: readonly Seen[]): number[] =>
  tries.slice(1).map((seen, at) => seen.at - (tries[at]?.answeredAt ?? 0));
