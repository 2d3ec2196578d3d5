import type { User } from '../../spec/types.ts';
import type { ClientStore } from '../store/port.ts';
import type { SeededWorld } from './seeded-world.ts';
import { mergedRecord, ranges, sortKeys, storedUser } from './user-write.ts';

/** A slice of a client's users: first those of the starting world that were not deleted, then those created since. */
export async function userList(
  clientStore: ClientStore,
  world: SeededWorld,
  { offset, limit, newestFirst }: { offset: number; limit: number; newestFirst: boolean },
): Promise<{ users: User[]; total: number }> {
  const [deleted = 0, created = 0] = await clientStore.count([ranges.deleted, ranges.created]);
  const seeded = world.userCount - deleted;
  const total = seeded + created;
  const [from, to] = newestFirst
    ? [Math.max(0, total - offset - limit), Math.max(0, total - offset)]
    : [Math.min(offset, total), Math.min(offset + limit, total)];
  const users =
    from < seeded ? await seededUsers(clientStore, world, from, Math.min(to, seeded), deleted) : [];
  if (to > seeded) {
    const first = Math.max(0, from - seeded);
    const range = { ...ranges.created, offset: first, limit: to - seeded - first };
    const records = (await clientStore.list(range)).map(({ document }) =>
      mergedRecord(storedUser(document), undefined),
    );
    users.push(...records.flatMap((record) => record?.user ?? []));
  }
  return { users: newestFirst ? users.reverse() : users, total };
}

/** Seeded users as they are now, from one position to another, where deleted ones take no position. */
async function seededUsers(
  clientStore: ClientStore,
  world: SeededWorld,
  from: number,
  to: number,
  deleted: number,
): Promise<User[]> {
  const users: User[] = [];
  let index = deleted === 0 ? from : await indexAt(clientStore, world, from);
  while (users.length < to - from && index < world.userCount) {
    const end = Math.min(index + to - from - users.length, world.userCount);
    const within = (sortKey: (index: number) => string) =>
      clientStore.list({ from: sortKey(index), to: sortKey(end), offset: 0, limit: end - index });
    const changed = await within(sortKeys.seeded);
    const gone = deleted > 0 ? new Set((await within(sortKeys.deleted)).map(({ id }) => id)) : undefined;
    let next = 0;
    for (; index < end; index += 1) {
      const seeded = world.user(index);
      const stored = changed[next]?.id === seeded.user_id ? storedUser(changed[next]?.document) : undefined;
      if (stored) next += 1;
      if (!gone?.has(seeded.user_id)) users.push((stored?.base && stored.parts.user) ?? seeded);
    }
  }
  return users;
}

/** The index of the seeded user at a position: the last one before which no more than so many are left. */
async function indexAt(clientStore: ClientStore, world: SeededWorld, position: number): Promise<number> {
  let low = position;
  let high = world.userCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [deleted = 0] = await clientStore.count([
      { from: ranges.deleted.from, to: sortKeys.deleted(middle + 1) },
    ]);
    if (middle + 1 - deleted > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
