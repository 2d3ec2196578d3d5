import { type UserRecord, withParts } from '../domain/user-record.ts';
import type { Document } from '../store/port.ts';

/**
 * A user as it is stored: the parts of its record that were changed since the starting world (all of them when it was
 * created since), or the mark of a seeded user who was deleted. One of whom nothing was changed and who has no work is not
 * stored at all.
 */
export type StoredUser =
  | { deleted: true; base?: undefined }
  | { deleted?: undefined; base: 'seeded' | 'none'; parts: Partial<UserRecord> };

export const storedUser = (document: Document | undefined): StoredUser | undefined =>
  document as StoredUser | undefined;

/** Records by what they were made of: one that was stored anew is another document. */
const records = new WeakMap<StoredUser, { seeded: UserRecord; record: UserRecord }>();

/** The record of a user, made of what is stored and of the seeded user that it began as. */
export function mergedRecord(
  stored: StoredUser | undefined,
  seeded: UserRecord | undefined,
): UserRecord | undefined {
  if (!stored) return seeded;
  if (stored.deleted) return undefined;
  if (stored.base === 'none') return stored.parts as UserRecord;
  if (!seeded) return undefined;
  const known = records.get(stored);
  if (known?.seeded === seeded) return known.record;
  const record = withParts(seeded, stored.parts);
  records.set(stored, { seeded, record });
  return record;
}

/** A seeded user of whom nothing was changed, for work to hang on. */
export const untouched = { base: 'seeded', parts: {} } as const;

/** What is to be stored after a change of some parts; undefined when it stays as it is. */
export function storedAfter(
  stored: StoredUser | undefined,
  parts: Partial<UserRecord>,
  hasWork: boolean,
): Document | undefined {
  if (Object.keys(parts).length === 0 && (stored || !hasWork)) return undefined;
  const known = stored?.base ? stored : untouched;
  return { base: known.base, parts: { ...known.parts, ...parts } } as unknown as Document;
}

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

/** Where a user stands among all that is stored. */
export const sortKeys = {
  seeded: (index: number) => `seeded-${padded(index, 10)}`,
  deleted: (index: number) => `deleted-${padded(index, 10)}`,
  /** By the client's time, and by real time where that stands still; the count tells apart what one millisecond holds. */
  created: (at: string, realNow: number, count: number) =>
    `created-${padded(Date.parse(at), 15)}-${padded(realNow, 15)}-${padded(count, 10)}`,
};

/** All users of a kind. */
export const ranges = {
  deleted: { from: 'deleted-', to: 'deleted.' },
  created: { from: 'created-', to: 'created.' },
};
