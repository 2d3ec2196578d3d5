import { type Level, readBeside } from './clauses.ts';
import type { ReceiverClauseId } from './generated/receiver-clause-ids.ts';
import { lazy } from './lazy.ts';

export type { ReceiverClauseId };

/** What the exam has to be given to judge a clause. */
export type ExamNeed = 'secret' | 'key' | 'handled' | 'failing';

/** A rule for receivers of the webhooks, with the danger of breaking it and how to mend a receiver that does. */
export type ReceiverClause = {
  readonly id: ReceiverClauseId;
  readonly level: Level;
  /** Why it is implied and not stated. */
  readonly why?: string;
  readonly statement: string;
  /** The heading of the interface document that it follows from. */
  readonly section: string;
  readonly needs: readonly ExamNeed[];
  /** What can happen where it does not hold. */
  readonly danger: string;
  /** How to mend it, in any language. */
  readonly mend: string;
};

/** Every clause of the exam, the most dangerous first. */
export const loadReceiverClauses: () => readonly ReceiverClause[] = lazy(() =>
  JSON.parse(readBeside('./generated/receiver-clauses.json')),
);
