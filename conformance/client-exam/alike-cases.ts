import { type Evidence, type ExamCase, requestsOf } from './stage/exam-case.ts';
import { causes, keyOperationOf } from './stage/journeys.ts';

/**
 * Cases in which the same comes of the same first request, by the first of them. They differ in what comes of later requests,
 * and in what the service has done unseen: to a client that gives up at once they are one. That saves a start in thirty.
 */
export function alikeCases(
  cases: readonly ExamCase[],
  hasReceiver: (one: ExamCase) => boolean,
): ReadonlyMap<ExamCase, ExamCase> {
  const firsts = new Map<string, ExamCase>();
  return new Map(
    cases.flatMap((one) => {
      const { journey, strike, wish } = one;
      const { react: _, start, ...others } = wish;
      if (!strike || Object.keys(others).length > 0) return [];
      // What the service does sends an event to a receiver.
      const isHeard = strike.isPassed && causes[journey] !== undefined && hasReceiver(one);
      const course = JSON.stringify([journey, strike.fate, struckIn(one), isHeard, start]);
      const first = firsts.get(course) ?? one;
      firsts.set(course, first);
      return first === one ? [] : [[one, first]];
    }),
  );
}

const struckIn = ({ journey, strike }: ExamCase) => strike?.operation ?? keyOperationOf(journey);

/** Whether the client ended with an error and without another request once its first call was struck. */
export function gaveUp(one: ExamCase, evidence: Evidence): boolean {
  const [run, ...others] = evidence.runs;
  const [struck, again] = requestsOf(evidence, struckIn(one));
  const isLast = struck !== undefined && !again && struck === evidence.requests.at(-1);
  return isLast && others.length === 0 && run?.outcome.ended === true && !run.outcome.ok;
}
