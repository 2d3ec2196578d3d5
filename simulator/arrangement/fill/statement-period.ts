import { civil, dayNumberOf, MS_PER_DAY } from '../../../generators/calendar.ts';
import type { BankStatementSubmission } from '../../../spec/types.ts';
import { isoInstant, plusMonths } from '../../domain/instant.ts';

export type StatementPeriod = { start_date: string; end_date: string };

const earliest = Date.parse('0001-01-01');
const latest = Date.parse('9999-12-31');

/**
 * The days of a statement: as given, else around its transactions, else the last full month before now of which none is
 * held.
 */
export function statementPeriod(
  { statement_period, transactions }: Partial<BankStatementSubmission>,
  now: number,
  held: readonly BankStatementSubmission[] = [],
): StatementPeriod {
  const start = statement_period?.start_date;
  const end = statement_period?.end_date;
  if (start && end) return { start_date: start, end_date: end };
  if (start) return { start_date: start, end_date: dayText(plusMonths(Date.parse(start), 1) - MS_PER_DAY) };
  if (end) return { start_date: dayText(plusMonths(Date.parse(end) + MS_PER_DAY, -1)), end_date: end };
  const days = (transactions ?? []).flatMap(({ date }) => date ?? []).sort();
  const first = days[0] === undefined ? newestFreeMonth(now, held) : firstOfMonth(Date.parse(days[0]));
  const last = firstOfMonth(Date.parse(days.at(-1) ?? dayText(first)));
  return { start_date: dayText(first), end_date: dayText(plusMonths(last, 1) - MS_PER_DAY) };
}

function newestFreeMonth(now: number, held: readonly BankStatementSubmission[]): number {
  const taken = new Set(held.map(({ statement_period: period }) => period?.start_date));
  let first = firstOfMonth(firstOfMonth(now) - MS_PER_DAY);
  while (taken.has(dayText(first)) && first > earliest) first = firstOfMonth(first - MS_PER_DAY);
  return first;
}

function firstOfMonth(instant: number): number {
  const day = dayNumberOf(instant);
  return (day - civil(day).day + 1) * MS_PER_DAY;
}

const dayText = (instant: number): string =>
  isoInstant(Math.min(Math.max(instant, earliest), latest)).slice(0, 10);
