import type { Arbitrary } from 'fast-check';
import type { ReceiverClauseId } from '../../spec/receiver-clauses.ts';
import type { ExamContext } from './exam-context.ts';

/** One thing that is tried on a receiver: a literal that begins with its clause. */
export type ExamCheck = { readonly clause: ReceiverClauseId } & (
  | { readonly scenario: (ctx: ExamContext) => Promise<void> }
  | {
      /** Drawn from a seed and shrunk when it does not hold. */
      readonly given: Arbitrary<unknown>;
      readonly property: (ctx: ExamContext, value: unknown) => Promise<void>;
      /** True for what is dear: one input will do, and it is not shrunk. */
      readonly once?: boolean;
    }
);

/** Declares a check of one course of events. */
export const examCheck = (
  clause: ReceiverClauseId,
  scenario: (ctx: ExamContext) => Promise<void>,
): ExamCheck => ({ clause, scenario });

/** Declares a check that ranges over inputs. */
export const examProperty = <T>(
  clause: ReceiverClauseId,
  given: Arbitrary<T>,
  property: (ctx: ExamContext, value: T) => Promise<void>,
): ExamCheck => ({
  clause,
  given,
  property: property as (ctx: ExamContext, value: unknown) => Promise<void>,
});
