import type { Json } from '../../spec/render.ts';
import type { UserRecord } from '../domain/user-record.ts';

/** The parts of a record that hold items by id. */
const collections = [
  'authorisations',
  'accounts',
  'entries',
  'statements',
  'incomes',
  'documents',
  'tokens',
  'deliveries',
] as const satisfies readonly (keyof UserRecord)[];
const values = [
  'user',
  'direct',
  'live_income',
  'next_sequence',
] as const satisfies readonly (keyof UserRecord)[];

/** What of a record differs from where it began; null stands for an item that is gone. */
export type Delta = { [Part in (typeof collections)[number]]?: Record<string, Json> } & {
  [Part in (typeof values)[number]]?: Json;
};

/**
 * The difference between a record and its base.
 *
 * Records are changed by copying what changes, so a part that is still the same object has not changed. A seeded user
 * who was touched in one field is stored as that field, not as years of payslips.
 */
export function deltaOf(record: UserRecord, base: UserRecord): Delta {
  const delta: Delta = {};
  for (const part of values) if (record[part] !== base[part]) delta[part] = record[part] as Json;
  for (const part of collections) {
    const [now, before] = [record[part] as Record<string, Json>, base[part] as Record<string, Json>];
    if (now === before) continue;
    // Where nothing was, the items are the difference, and whoever compares two deltas can tell that they are the same.
    if (isEmpty(before)) {
      delta[part] = now;
      continue;
    }
    const changes: Record<string, Json> = {};
    for (const id of Object.keys(before)) if (!(id in now)) changes[id] = null;
    for (const [id, item] of Object.entries(now)) if (item !== before[id]) changes[id] = item;
    if (Object.keys(changes).length > 0) delta[part] = changes;
  }
  return delta;
}

/** The record that a base and a delta make. */
export function applyDelta(base: UserRecord, delta: Delta): UserRecord {
  const record: Record<string, unknown> = { ...base };
  for (const part of values) if (delta[part] !== undefined) record[part] = delta[part];
  for (const part of collections) {
    const changes = delta[part];
    if (changes) record[part] = merged(base[part] as Record<string, Json>, changes);
  }
  return record as UserRecord;
}

function merged(before: Record<string, Json>, changes: Record<string, Json>): Record<string, Json> {
  const items = { ...before, ...changes };
  for (const [id, item] of Object.entries(changes)) if (item === null) delete items[id];
  return items;
}

function isEmpty(items: object): boolean {
  for (const _ in items) return false;
  return true;
}
