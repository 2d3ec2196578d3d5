import type { ClientClauseId } from '../../spec/client-clauses.ts';
import { Failure } from '../failure.ts';
import type { Seen } from './front.ts';
import type { Journey } from './journeys.ts';
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
  readonly starts: 'once' | 'twice' | 'at-once';
  /** It mostly waits, and takes no place among those that work. */
  readonly isIdle: boolean;
  readonly judges: Readonly<Partial<Record<ClientClauseId, Judge>>>;
};

type CaseParts = Partial<Omit<ExamCase, 'name' | 'journey' | 'wish'>> & {
  readonly judges: ExamCase['judges'];
  readonly wish?: Wish | ((journey: Journey) => Wish);
};

/** The same case for several journeys. */
export const casesOf = (name: string, journeys: readonly Journey[], parts: CaseParts): ExamCase[] =>
  journeys.map((journey) => {
    const { wish = {}, starts = 'once', isIdle = false, judges } = parts;
    return { name, journey, starts, isIdle, judges, wish: typeof wish === 'function' ? wish(journey) : wish };
  });

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
      throw new Failure(
        'success to be told only where the job is done',
        `${told(outcome)}, though ${undone}`,
      );
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
      throw new Failure(
        'the journey to end with an error (exit code, or status of the start)',
        told(outcome),
      );
}

/** The requests of an operation, in order. */
export const requestsOf = ({ requests }: Evidence, operation: Seen['operation']): Seen[] =>
  requests.filter((seen) => seen.operation === operation);

export function atMost(count: number, seen: readonly Seen[], what: string): void {
  if (seen.length > count)
    throw new RequestFailure(
      `${what} at most ${count} ${count === 1 ? 'time' : 'times'}`,
      `${seen.length} requests`,
      seen.at(-1)!,
    );
}

/** A failure that one request shows. */
export class RequestFailure extends Failure {
  readonly seen: Seen;
  constructor(expected: string, actual: string, seen: Seen) {
    super(expected, actual);
    this.seen = seen;
  }
}
