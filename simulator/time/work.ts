import { mayRecur } from '../domain/recurring.ts';
import type { Items, UserRecord } from '../domain/user-record.ts';

/** Whether something may fall due for a user as time goes on: deliveries, checks, expiries, extractions. */
export function hasWork(record: UserRecord): boolean {
  return (
    hasSome(record.tokens, () => true) ||
    hasSome(record.deliveries, ({ state }) => state === 'pending') ||
    hasSome(record.documents, ({ state }) => state === 'awaiting_upload' || state === 'processing') ||
    mayRecur(record)
  );
}

function hasSome<T>(items: Items<T>, matches: (item: T) => boolean): boolean {
  for (const id in items) if (matches(items[id] as T)) return true;
  return false;
}
