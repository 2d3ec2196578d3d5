import type { PayrollSubmission } from '../../spec/types.ts';
import { isoInstant, plusMonths } from './instant.ts';
import type { AccountRecord, EntryRecord, UserRecord } from './user-record.ts';

/** Every payslip that the service holds about a user. */
export function submissionsOf(record: UserRecord): PayrollSubmission[] {
  return Object.values(record.entries).flatMap((entry) => entry.submissions);
}

/**
 * What a query through an account finds: payslips of its provider that the service does not hold yet and that fall into
 * the lookback period, which is counted back from the day on which the account was linked.
 */
export function unretrieved(
  record: UserRecord,
  account: Pick<AccountRecord, 'created_at' | 'forgotten'>,
  held: readonly PayrollSubmission[],
  lookbackMonths: number,
): PayrollSubmission[] {
  const known = new Set([...submissionsOf(record).map((one) => one.id), ...account.forgotten]);
  const from = Number.isFinite(lookbackMonths)
    ? plusMonths(Date.parse(account.created_at), -lookbackMonths)
    : Number.NEGATIVE_INFINITY;
  return held.filter((one) => !known.has(one.id) && (paidAt(one) ?? Number.POSITIVE_INFINITY) >= from);
}

/** When a payslip was paid; undefined when it does not say. */
export function paidAt(submission: PayrollSubmission): number | undefined {
  const income = submission.income_information;
  const date = income?.pay_date ?? income?.pay_interval_end;
  return date ? Date.parse(date) : undefined;
}

/** Payslips in the order in which a result shows them. */
export function ordered(
  submissions: readonly PayrollSubmission[],
  order: 'oldest-first' | 'newest-first' | 'unspecified',
): PayrollSubmission[] {
  const oldestFirst = [...submissions].sort((a, b) => (paidAt(a) ?? 0) - (paidAt(b) ?? 0));
  return order === 'newest-first' ? oldestFirst.reverse() : oldestFirst;
}

/** The entry that a retrieval or an upload makes of payslips. */
export function entryOf(
  entryId: string,
  accountId: string | null,
  submissions: readonly PayrollSubmission[],
  now: number,
): EntryRecord {
  const created_at = isoInstant(now);
  return {
    entry_id: entryId,
    account_id: accountId,
    created_at,
    submissions: submissions.map((one) => ({ ...one, account_id: accountId, entry_id: entryId })),
  };
}
