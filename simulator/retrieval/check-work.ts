import { mayRecur } from '../domain/recurring.ts';
import type { UserRecord } from '../domain/user-record.ts';
import type { NewWorkItem, WorkItem } from '../store/port.ts';

/** The work item of a user's recurring checks. Every user has at most one: when the next check falls due, if it does. */
export const checkIdOf = (userId: string): string => `check-${userId}`;

/** The item of a user for whom checks may recur. */
export function checkItem(userId: string, due: number | null): NewWorkItem {
  const id = checkIdOf(userId);
  return { id, kind: 'check', owner: userId, lane: id, target: null, due, data: {} };
}

/**
 * What a change of a user means for its recurring checks. An item without a due time stays for users for whom checks may
 * recur but do not by the settings in force, so that they are found when the settings change.
 */
export function checkWork(
  before: UserRecord,
  { record, checkedAt, reschedules }: { record: UserRecord; checkedAt?: number; reschedules?: boolean },
  nextCheck: (record: UserRecord, after: number) => number | null,
  now: number,
  item: WorkItem | undefined,
): { work: NewWorkItem[]; done: string[] } {
  const userId = record.user.user_id;
  if (!mayRecur(record)) return { work: [], done: mayRecur(before) ? [checkIdOf(userId)] : [] };
  if (checkedAt === undefined) {
    const bears =
      reschedules ||
      (['user', 'authorisations', 'accounts'] as const).some((part) => record[part] !== before[part]);
    // One that is due already is still to be made; whether it is due by the new settings it finds out itself.
    const isDue = item !== undefined && item.due !== null && item.due <= now;
    if (!bears || isDue) return { work: [], done: [] };
  }
  return { work: [checkItem(userId, nextCheck(record, checkedAt ?? now))], done: [] };
}
