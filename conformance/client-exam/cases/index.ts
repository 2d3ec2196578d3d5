import type { ClientClauseId } from '../../../spec/client-clauses.ts';
import type { ExamCase, Judge } from '../stage/exam-case.ts';
import { type Journey, journeys } from '../stage/journeys.ts';
import { everyRequest } from './every-request.ts';
import { casesOfFile } from './read-cases.ts';
import { webhookCases } from './webhooks.ts';

/** Every case of the exam, in a fixed order: a replay names one by its number. */
export function allCases(lateMs: number): readonly ExamCase[] {
  const cases = made.get(lateMs) ?? [...casesOfFile(lateMs), ...webhookCases];
  made.set(lateMs, cases);
  return cases;
}
const made = new Map<number, readonly ExamCase[]>();

/** The case of a journey that comes before all others. */
export const isPlain = ({ judges }: ExamCase): boolean => 'journey.plain' in judges;

/** How a clause judges a case, by what it asks of the case and of every request; undefined when it says nothing about it. */
export function judgeFor(clause: ClientClauseId, { judges }: ExamCase): Judge | undefined {
  const [own, always] = [judges[clause], everyRequest[clause]];
  if (!own || !always) return own ?? always;
  return async (evidence) => {
    await own(evidence);
    await always(evidence);
  };
}

export const journeysOf = (clause: ClientClauseId): readonly Journey[] =>
  isOfEveryRequest(clause)
    ? journeys
    : journeys.filter((name) =>
        allCases(0).some(({ journey, judges }) => journey === name && Object.hasOwn(judges, clause)),
      );

export const isOfEveryRequest = (clause: ClientClauseId): boolean => Object.hasOwn(everyRequest, clause);
