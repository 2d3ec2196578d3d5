import type { Arbitrary } from 'fast-check';
import type { ReceiverClauseId } from '../../spec/receiver-clauses.ts';
import type { Course } from '../run/judge-check.ts';
import type { ExamContext } from './exam-context.ts';

/** One thing that is tried on a receiver: a literal that begins with its clause. */
export type ExamCheck = { readonly clause: ReceiverClauseId } & Course<ExamContext>;

export const examCheck = (
  clause: ReceiverClauseId,
  scenario: (ctx: ExamContext) => Promise<void>,
): ExamCheck => ({ clause, scenario });

/** Declares a check that ranges over inputs; `once` when one input has to do, since it is expensive. */
export const examProperty = <T>(
  clause: ReceiverClauseId,
  given: Arbitrary<T>,
  property: (ctx: ExamContext, value: T) => Promise<void>,
  once = false,
): ExamCheck => ({
  clause,
  given,
  property: property as (ctx: ExamContext, value: unknown) => Promise<void>,
  once,
});
