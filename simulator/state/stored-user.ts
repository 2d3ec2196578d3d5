import type { UserRecord } from '../domain/user-record.ts';
import type { Document } from '../store/port.ts';

/**
 * A user as it is stored: the parts of its record that changed since the starting world (all parts of a user that was
 * created later), or the mark of a deleted seeded user. A seeded user without changes and without work is not stored.
 */
export type StoredUser =
  | { deleted: true; base?: undefined }
  | { deleted?: undefined; base: 'seeded'; parts: Partial<UserRecord> }
  | { deleted?: undefined; base: 'none'; parts: UserRecord };

export const storedUser = (document: Document | undefined): StoredUser | undefined =>
  document as StoredUser | undefined;

/** The document of a user. Records are plain JSON, but their types have readonly lists and optional fields. */
export function userDocument(stored: StoredUser): Document {
  const plain: object = stored;
  return plain as Document;
}

/**
 * A record with some parts replaced. The other parts are inherited, not copied: those of a seeded user take
 * milliseconds to make (see `seeded-world.ts`), and a PATCH reads none of them.
 */
export const withParts = (record: UserRecord, parts: Partial<UserRecord>): UserRecord =>
  Object.create(record, Object.getOwnPropertyDescriptors(parts));

/** The record of a user: what is stored, over the seeded user that it began as. */
export function mergedRecord(
  stored: StoredUser | undefined,
  seeded: UserRecord | undefined,
): UserRecord | undefined {
  if (!stored) return seeded;
  if (stored.deleted) return undefined;
  if (stored.base === 'none') return stored.parts;
  return seeded && withParts(seeded, stored.parts);
}

/** A seeded user without changes, stored because it has work. */
export const untouched = { base: 'seeded', parts: {} } as const satisfies StoredUser;

const padded = (number: number, digits: number): string => String(number).padStart(digits, '0');

/** Where a user stands among all that is stored. */
export const sortKeys = {
  seeded: (index: number) => `seeded-${padded(index, 10)}`,
  deleted: (index: number) => `deleted-${padded(index, 10)}`,
  /** By the client's time, then by real time, since the client's clock may stand still; the count separates users of one millisecond. */
  created: (at: string, realNow: number, count: number) =>
    `created-${padded(Date.parse(at), 15)}-${padded(realNow, 15)}-${padded(count, 10)}`,
};

/** The sort keys of all deleted and of all created users. */
export const ranges = {
  deleted: { from: 'deleted-', to: 'deleted.' },
  created: { from: 'created-', to: 'created.' },
};
