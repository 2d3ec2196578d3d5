import type { ClauseResult } from '../judgement/result.ts';
import { grouped } from './grouped.ts';

/** Clauses that fail for one reason; the first has the shortest story. */
export type Cause = readonly [ClauseResult, ...ClauseResult[]];

/** Numbers and ids differ from check to check, whatever the cause. */
const withoutValues = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '#');

/** Two failures have one cause if the data shows the same of both, or the same operation gave the same wrong answer. */
function causeOf({ clause, failure, error, evidence }: ClauseResult): string {
  if (!failure) return error?.message ?? clause;
  const { diagnosis = [], exchange, actual } = failure;
  // What watched traffic tells is when it was broken, which is no cause.
  if (diagnosis.length > 0 && evidence?.path !== 'watched') return withoutValues(diagnosis.join(' '));
  const answer = `${exchange?.operation} ${exchange?.status}`;
  return exchange?.status !== undefined && exchange.status >= 500
    ? answer
    : `${answer} ${withoutValues(actual)}`;
}

export function causesOf(clauses: readonly ClauseResult[]): Cause[] {
  const stepsOf = ({ failure }: ClauseResult): number => failure?.steps.length ?? 0;
  const causes = [...grouped(clauses, causeOf).values()];
  for (const group of causes) group.sort((a, b) => stepsOf(a) - stepsOf(b));
  return causes;
}
