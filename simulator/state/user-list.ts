import type { User } from '../../spec/types.ts';
import type { Listed, Space } from '../store/port.ts';
import type { SeededWorld } from './seeded-world.ts';
import { orders, ranges, storedUser } from './stored-user.ts';

/** A slice of a client's users: first those of the starting world that were not deleted, then those created since. */
export async function userList(
  space: Space,
  world: SeededWorld,
  { offset, limit, newestFirst }: { offset: number; limit: number; newestFirst: boolean },
): Promise<{ users: User[]; total: number }> {
  const [deleted = 0, created = 0] = await space.count([ranges.deleted, ranges.created]);
  const seeded = world.userCount - deleted;
  const total = seeded + created;
  const [from, to] = newestFirst
    ? [Math.max(0, total - offset - limit), Math.max(0, total - offset)]
    : [Math.min(offset, total), Math.min(offset + limit, total)];
  const users = from < seeded ? await seededUsers(space, world, from, Math.min(to, seeded), deleted) : [];
  if (to > seeded) {
    const first = Math.max(0, from - seeded);
    const range = { ...ranges.created, offset: first, limit: to - seeded - first };
    users.push(...storedUsers(await space.list(range)).map(({ user }) => user));
  }
  return { users: newestFirst ? users.reverse() : users, total };
}

/** Seeded users as they are now, from one position to another, where deleted ones take no position. */
async function seededUsers(
  space: Space,
  world: SeededWorld,
  from: number,
  to: number,
  deleted: number,
): Promise<User[]> {
  const users: User[] = [];
  let index = deleted === 0 ? from : await indexAt(space, world, from);
  while (users.length < to - from && index < world.userCount) {
    const end = Math.min(index + to - from - users.length, world.userCount);
    const within = (order: (index: number) => string) => ({
      from: order(index),
      to: order(end),
      offset: 0,
      limit: end - index,
    });
    const changed = new Map<number, User>();
    for (const { order, user } of storedUsers(await space.list(within(orders.seeded))))
      changed.set(orders.indexOf(order), user);
    const listed = deleted === 0 ? [] : await space.list(within(orders.deleted));
    const gone = new Set(listed.map(({ order }) => orders.indexOf(order)));
    for (; index < end; index += 1) {
      if (!gone.has(index)) users.push(changed.get(index) ?? world.user(index));
    }
  }
  return users;
}

/** The index of the seeded user at a position: the last one before which no more than so many are left. */
async function indexAt(space: Space, world: SeededWorld, position: number): Promise<number> {
  let [low, high] = [position, world.userCount];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const [deleted = 0] = await space.count([{ from: ranges.deleted.from, to: orders.deleted(middle + 1) }]);
    if (middle + 1 - deleted > position) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The fields of stored users; those of whom only what hangs on them was changed are left out. */
function storedUsers(listed: readonly Listed[]): { order: string; user: User }[] {
  return listed.flatMap(({ order, document }) => {
    const stored = storedUser(document);
    return stored?.base && stored.parts.user ? { order, user: stored.parts.user } : [];
  });
}
