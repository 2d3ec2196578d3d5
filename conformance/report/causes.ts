import type { ClauseResult, FailureReport } from '../judgement/result.ts';
import { grouped } from './grouped.ts';

/** Clauses that fail for one reason; the first has the shortest story. */
export type Cause = readonly [ClauseResult, ...ClauseResult[]];

/** Numbers and ids differ from check to check, whatever the cause. */
const withoutValues = (text: string): string => text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d+/gi, '#');

const formOf = (value: string): string => withoutValues(value.replace(/^-/, ''));

/** A number or amount that is written as no such value is, such as with a comma; undefined where the value itself is wrong. */
function strangeForm({ actual }: FailureReport): string | undefined {
  const [, value, right] = /(?::| is) "([-\d.,' ]+)" (?:must match|where "([^"]*)")/.exec(actual) ?? [];
  return value === undefined || (right !== undefined && formOf(right) === formOf(value))
    ? undefined
    : `values like ${formOf(value)}`;
}

/** What a deployment does wrong everywhere: one status for another, no deliveries, or a form of its values. */
function generalCause(failure: FailureReport): string | undefined {
  const { expected, actual, exchange } = failure;
  const [, status] = /^status (\d{3})/.exec(expected) ?? [];
  if (/^0 of \d+ within/.test(actual)) return 'no delivery came';
  if (status !== undefined && Number(status) !== (exchange?.status ?? Number(status)))
    return `status ${exchange?.status} for ${status}`;
  return strangeForm(failure);
}

/** Two failures have one cause if the data shows the same of both, or the same operation gave the same wrong answer. */
function causeOf({ clause, failure, error, evidence }: ClauseResult): string {
  if (!failure) return error?.message ?? clause;
  const { diagnosis = [], exchange, actual, cause } = failure;
  if (cause !== undefined) return withoutValues(cause);
  // What watched traffic tells is when it was broken, which is no cause.
  if (diagnosis.length > 0 && evidence?.path !== 'watched') return withoutValues(diagnosis.join(' '));
  const answer = `${exchange?.operation} ${exchange?.status}`;
  if (exchange?.status !== undefined && exchange.status >= 500) return answer;
  return generalCause(failure) ?? `${answer} ${withoutValues(actual)}`;
}

export const alsoText = (others: number): string =>
  `${others} more ${others === 1 ? 'clause fails' : 'clauses fail'} for what seems the same reason:`;

export function causesOf(clauses: readonly ClauseResult[]): Cause[] {
  const stepsOf = ({ failure }: ClauseResult): number => failure?.steps.length ?? 0;
  const causes = [...grouped(clauses, causeOf).values()];
  for (const group of causes) group.sort((a, b) => stepsOf(a) - stepsOf(b));
  return causes;
}
