import { mayRecur } from '../domain/recurring.ts';
import type { UserRecord } from '../domain/user-record.ts';

/** Whether something may fall due for a user as time goes on: deliveries, checks, expiries, extractions. */
export function hasWork(record: UserRecord): boolean {
  return (
    Object.values(record.deliveries).some((delivery) => delivery.state === 'pending') ||
    Object.values(record.documents).some(
      ({ state }) => state === 'awaiting_upload' || state === 'processing',
    ) ||
    Object.keys(record.tokens).length > 0 ||
    mayRecur(record)
  );
}
