import { mayRecur } from '../domain/recurring.ts';
import { type UserRecord, withParts } from '../domain/user-record.ts';
import type { NewWorkItem, WorkItem } from '../store/port.ts';

/** The work item of a user's recurring checks. Every user has at most one: when the next check falls due, if it does. */
export const checkIdOf = (userId: string): string => `check-${userId}`;

/** The item of a user for whom checks may recur. */
export function checkItem(userId: string, due: number | null): NewWorkItem {
  const id = checkIdOf(userId);
  return { id, kind: 'check', owner: userId, queue: id, target: null, due, data: {} };
}

type CheckedChange = { changedFields?: Partial<UserRecord>; checkedAt?: number; reschedules?: boolean };

/**
 * What a change of a user means for its recurring checks. An item without a due time stays for users for whom checks may
 * recur but do not by the settings in force, so that they are found when the settings change.
 */
export function checkWork(
  before: UserRecord,
  { changedFields = {}, checkedAt, reschedules }: CheckedChange,
  nextCheck: (record: UserRecord, after: number) => number | null,
  now: number,
  item: WorkItem | undefined,
): { work: NewWorkItem[]; done: string[] } {
  const userId = before.user.user_id;
  const links = changedFields.authorisations ?? changedFields.accounts;
  // Whoever may have checks has an item: without one, the user's own settings bear on nothing.
  const bears = links || (changedFields.user && item) || reschedules || checkedAt !== undefined;
  const mightBefore = bears && mayRecur(before);
  if (!bears || (!links && !mightBefore)) return { work: [], done: [] };
  const after = withParts(before, changedFields);
  if (!mayRecur(after)) return { work: [], done: mightBefore ? [checkIdOf(userId)] : [] };
  // One that is due already is still to be made; whether it is due by the new settings it finds out itself.
  const isDue = item !== undefined && item.due !== null && item.due <= now;
  if (isDue && checkedAt === undefined) return { work: [], done: [] };
  return { work: [checkItem(userId, nextCheck(after, checkedAt ?? now))], done: [] };
}
