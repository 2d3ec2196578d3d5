import type { ClientClauseId } from '../../../spec/client-clauses.ts';
import { Failure } from '../../judgement/failure.ts';
import type { Seen } from './front.ts';
import { type Journey, keyOperationOf } from './journeys.ts';
import type { Stage, Wish } from './stage.ts';
import type { Outcome } from './start-journey.ts';
import { expectTruth, leftUndone } from './truth.ts';

/** One start of the client within a case. */
export type JourneyRun = { readonly outcome: Outcome; readonly requests: readonly Seen[] };

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
  readonly starts?: 'twice' | 'at-once';
  /** It mostly waits, and takes no place among those that work. */
  readonly isIdle?: boolean;
};

export type Judges = Readonly<Partial<Record<ClientClauseId, Judge>>>;

/** The same case for several journeys. */
export const casesOf = (
  name: string,
  journeys: readonly Journey[],
  { judges, starts, isIdle, ...wish }: Wish & Pick<ExamCase, 'judges' | 'starts' | 'isIdle'>,
): ExamCase[] => journeys.map((journey) => ({ name, journey, wish, judges, starts, isIdle }));

/** Makes cases that a clause judges in this way. */
const judgedBy =
  (judge: Judge) =>
  (clause: ClientClauseId, name: string, journeys: readonly Journey[], wish: Wish): ExamCase[] =>
    casesOf(name, journeys, { judges: { [clause]: judge }, ...wish });

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
  const { stage, runs } = evidence;
  for (const { outcome, requests } of runs) {
    if (!outcome.ok) continue;
    const undone = await leftUndone(stage, evidence.requests);
    if (undone !== undefined)
      throw new Failure('success only where the job is done', `${told(outcome)}, though ${undone}`);
    await expectTruth(stage, requests, outcome);
  }
}

/** Nothing is in the way that the client could not cope with. */
export async function succeeds(evidence: Evidence): Promise<void> {
  for (const { outcome } of evidence.runs)
    if (!outcome.ok) throw new Failure('the journey to succeed', told(outcome));
  await honest(evidence);
}

/** The job cannot be done, and the caller has to be told. */
export function fails(evidence: Evidence): void {
  expectEnded(evidence);
  for (const { outcome } of evidence.runs)
    if (outcome.ok)
      throw new Failure('the journey to end with an error (exit code, or status)', told(outcome));
}

/** The requests of an operation, in order. */
export const requestsOf = ({ requests }: Evidence, operation: Seen['operation']): Seen[] =>
  requests.filter((seen) => seen.operation === operation);

/** The requests that the journey is about. */
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

/** The pauses between requests, in milliseconds. */
export const pausesOf = (tries: readonly Seen[]): number[] =>
  tries.slice(1).map((seen, at) => seen.at - (tries[at]?.answeredAt ?? 0));

/** Cases in which nothing is wrong, so that the journey has to succeed. */
export const lawful = judgedBy(succeeds);
/** Cases in which the job cannot be done. */
export const hopeless = judgedBy(fails);
/** Cases in which a client may give up. */
export const uncertain = judgedBy(honest);
