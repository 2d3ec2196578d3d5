import { userPrefix } from '../../generators/ids.ts';
import type { Json } from '../../spec/render.ts';
import type { User } from '../../spec/types.ts';
import { filesOf, newUserRecord, type UserRecord } from '../domain/user-record.ts';
import type { Change, Document, OrderRange, Partition } from '../store/store.ts';
import { applyDelta, type Delta, deltaOf } from './delta.ts';
import type { StartingWorld } from './starting-world.ts';

/** What a change of a user decides: the record as it is to be, and what to tell the caller. */
export type Changed<T> = { record: UserRecord; result: T };

type Kept = { base: 'seeded' | 'none'; order: string; due: boolean; delta: Delta };
type Stored = { deleted: true } | Kept;

/** All users of one client: those of the starting world, overlaid with what was changed, created and deleted since. */
export class Users {
  readonly #partition: Partition;
  readonly #world: StartingWorld;
  readonly #hasWork: (record: UserRecord) => boolean;
  readonly #watchers: ((before: UserRecord | undefined, after: UserRecord | undefined) => void)[] = [];
  /** Records as they were made of what is stored: a document that has not changed need not be read into one again. */
  readonly #made = new WeakMap<Kept, UserRecord>();
  #creations = 0;

  constructor(partition: Partition, world: StartingWorld, hasWork: (record: UserRecord) => boolean) {
    this.#partition = partition;
    this.#world = world;
    this.#hasWork = hasWork;
  }

  /** Tells somebody of each change once it is durable. */
  watch(watcher: (before: UserRecord | undefined, after: UserRecord | undefined) => void): void {
    this.#watchers.push(watcher);
  }

  get files() {
    return this.#partition.files;
  }

  async read(userId: string): Promise<UserRecord | undefined> {
    const id = userId.toLowerCase();
    const stored = (await this.#partition.read(id)) as Stored | undefined;
    // A record that is known need not have its base made again, which is years of payslips.
    const known = stored && 'base' in stored ? this.#made.get(stored) : undefined;
    return known ?? this.#recordOf(stored, await this.#baseFor(id, stored));
  }

  /** The user to whom an account, entry, document or delivery belongs: ids of a user's things begin as the user's does. */
  async ownerOf(id: string): Promise<UserRecord | undefined> {
    const [userId] = await this.#partition.find(userPrefix(id));
    if (userId !== undefined) return this.read(userId);
    const index = this.#world.ownerOf(id);
    return index === undefined ? undefined : this.read(this.#world.userId(index));
  }

  /** Whether there is such a user; cheaper than reading it. */
  async has(userId: string): Promise<boolean> {
    const id = userId.toLowerCase();
    const stored = (await this.#partition.read(id)) as Stored | undefined;
    return stored ? 'base' in stored : this.#world.indexOf(id) !== undefined;
  }

  /**
   * Changes the fields of a user and nothing that hangs on it; undefined when there is no such user.
   *
   * A seeded user whom nobody has touched need not be made with years of payslips for that.
   */
  async changeFields(userId: string, change: (user: User) => User): Promise<User | undefined> {
    const id = userId.toLowerCase();
    return this.#partition.update<User | undefined>(id, (document) => {
      const stored = document as Stored | undefined;
      const kept = stored ?? this.#untouched(id);
      if (!kept || 'deleted' in kept) return { kind: 'keep', result: undefined };
      const user = change(userOf(kept) ?? this.#world.user(indexOfOrder(kept.order)));
      return written({ ...kept, delta: { ...kept.delta, user: user as Json } }, user);
    });
  }

  /** Changes a user; undefined when there is none. What `change` throws leaves everything as it was. */
  async change<T>(userId: string, change: (record: UserRecord) => Changed<T>): Promise<T | undefined> {
    const id = userId.toLowerCase();
    const seeded = await this.#baseFor(id, (await this.#partition.read(id)) as Stored | undefined);
    let seen: [before: UserRecord, after: UserRecord] | undefined;
    const answer = await this.#partition.update<T | undefined>(id, (document) => {
      const stored = document as Stored | undefined;
      const before = this.#recordOf(stored, seeded);
      if (!before) return { kind: 'keep', result: undefined };
      const { record, result } = change(before);
      if (record === before) return { kind: 'keep', result };
      seen = [before, record];
      const order = stored && 'order' in stored ? stored.order : this.#seededOrder('seeded', id);
      return this.#write(record, seeded, order, result);
    });
    if (seen) this.#tell(...seen);
    return answer;
  }

  /** Adds a user; the newest stands last in the order of creation. */
  async create(record: UserRecord): Promise<void> {
    // Users stand in the order in which they were created, also within one millisecond.
    this.#creations += 1;
    const instant = String(Date.parse(record.user.created_at)).padStart(15, '0');
    const order = `created-${instant}-${String(this.#creations).padStart(10, '0')}`;
    await this.#partition.update(record.user.user_id, () => this.#write(record, undefined, order, undefined));
    this.#tell(undefined, record);
  }

  /** Deletes a user with all that hangs on it; the record as it was last, undefined when there was none. */
  async remove(userId: string): Promise<UserRecord | undefined> {
    const id = userId.toLowerCase();
    const seeded = await this.#baseFor(id, (await this.#partition.read(id)) as Stored | undefined);
    const removed = await this.#partition.update(id, (document): Change<UserRecord | undefined> => {
      const before = this.#recordOf(document as Stored | undefined, seeded);
      if (!before) return { kind: 'keep', result: undefined };
      if (!seeded) return { kind: 'remove', result: before };
      // A seeded user would be back with the next start if nothing said that it is gone.
      return {
        kind: 'write',
        document: { deleted: true },
        order: this.#seededOrder('deleted', id),
        due: false,
        result: before,
      };
    });
    if (!removed) return undefined;
    this.#tell(removed, undefined);
    await this.#partition.files.remove(filesOf(removed));
    return removed;
  }

  /** A slice of the users, oldest first (or newest first), and how many there are. */
  async list(offset: number, limit: number, newestFirst: boolean): Promise<{ users: User[]; total: number }> {
    const [deleted, created] = (await this.#partition.count(countedUsers)) as [number, number];
    const seeded = this.#world.userCount - deleted;
    const total = seeded + created;
    const [from, to] = newestFirst
      ? [Math.max(0, total - offset - limit), Math.max(0, total - offset)]
      : [Math.min(offset, total), Math.min(offset + limit, total)];
    const last = Math.min(to, seeded);
    const users = from < last ? await this.#seededUsers(from, last, deleted) : [];
    if (to > seeded) users.push(...(await this.#createdUsers(Math.max(0, from - seeded), to - seeded)));
    return { users: newestFirst ? users.reverse() : users, total };
  }

  /** Users that were touched and may have work waiting. */
  async withWork(): Promise<UserRecord[]> {
    return this.#readAll(await this.#partition.due());
  }

  /** Every user that is stored, that is, was created or touched since the starting world. */
  async touched(): Promise<UserRecord[]> {
    const { ids } = await this.#partition.list({ offset: 0, limit: Number.MAX_SAFE_INTEGER });
    return this.#readAll(ids);
  }

  /** Removes files of documents that nobody has: a crash may come between the end of a user and that of its files. */
  async sweepFiles(): Promise<void> {
    for (const id of await this.#partition.files.list()) {
      const owner = await this.ownerOf(id);
      if (!owner || !filesOf(owner).includes(id)) await this.#partition.files.remove([id]);
    }
  }

  clear(): Promise<void> {
    return this.#partition.clear();
  }

  #tell(before: UserRecord | undefined, after: UserRecord | undefined): void {
    for (const watcher of this.#watchers) watcher(before, after);
  }

  async #readAll(ids: string[]): Promise<UserRecord[]> {
    const records = await Promise.all(ids.map((id) => this.read(id)));
    return records.filter((record) => record !== undefined);
  }

  async #createdUsers(from: number, to: number): Promise<User[]> {
    const stored = await this.#partition.select({ ...createdUsers, offset: from, limit: to - from });
    return stored.flatMap((document) => userOf(document as Stored) ?? []);
  }

  /** Seeded users as they are now, from one position to another; only those whom somebody has touched are read. */
  async #seededUsers(from: number, to: number, deleted: number): Promise<User[]> {
    const indexes = deleted > 0 ? await this.#seededIndexes(from, to, deleted) : consecutive(from, to);
    const [first, last] = [indexes[0], indexes.at(-1)];
    // Others may have been deleted since they were counted.
    if (first === undefined || last === undefined) return [];
    const touched = await this.#partition.select({
      from: seededOrder('seeded', first),
      to: seededOrder('seeded', last + 1),
      offset: 0,
      limit: indexes.length,
    });
    if (touched.length === 0) return indexes.map((index) => this.#world.user(index));
    const users = new Map<number, User>();
    for (const document of touched) {
      const user = userOf(document as Stored);
      if (user) users.set(indexOfOrder((document as Kept).order), user);
    }
    return indexes.map((index) => users.get(index) ?? this.#world.user(index));
  }

  /** The seeded indexes from one position to another, where deleted ones take no position. */
  async #seededIndexes(from: number, to: number, deleted: number): Promise<number[]> {
    let passed = await this.#deletedBefore(from, deleted);
    let ahead: number[] = [];
    const indexes: number[] = [];
    for (let index = from + passed; indexes.length < to - from && index < this.#world.userCount; index += 1) {
      if (ahead.length === 0 && passed < deleted) ahead = await this.#deletedIndexes(passed, to - from);
      if (index !== ahead[0]) indexes.push(index);
      else {
        ahead.shift();
        passed += 1;
      }
    }
    return indexes;
  }

  /**
   * How many deleted indexes stand before the user at a position. The one that so many others precede stands at its
   * index less these, which only grows: halving finds it, however many there are.
   */
  async #deletedBefore(position: number, deleted: number): Promise<number> {
    let [low, high] = [0, deleted];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const [index] = await this.#deletedIndexes(middle, 1);
      if (index !== undefined && index - middle <= position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  async #deletedIndexes(offset: number, limit: number): Promise<number[]> {
    const { ids } = await this.#partition.list({ ...deletedUsers, offset, limit });
    return ids.map((id) => this.#world.indexOf(id) as number);
  }

  async #baseFor(id: string, stored: Stored | undefined): Promise<UserRecord | undefined> {
    if (stored && 'base' in stored && stored.base === 'none') return undefined;
    const index = this.#world.indexOf(id);
    return index === undefined ? undefined : this.#world.record(index);
  }

  /** A seeded user of whom nothing is stored, as if it were. */
  #untouched(id: string): Kept | undefined {
    const index = this.#world.indexOf(id);
    if (index === undefined) return undefined;
    return { base: 'seeded', order: seededOrder('seeded', index), due: false, delta: {} };
  }

  #recordOf(stored: Stored | undefined, seeded: UserRecord | undefined): UserRecord | undefined {
    if (!stored) return seeded;
    if ('deleted' in stored) return undefined;
    const known = this.#made.get(stored);
    const base = stored.base === 'none' ? emptyBase : seeded;
    const record = known ?? (base && applyDelta(base, stored.delta));
    if (record && !known) this.#made.set(stored, record);
    return record;
  }

  #write<T>(record: UserRecord, seeded: UserRecord | undefined, order: string, result: T): Change<T> {
    const due = this.#hasWork(record);
    const base = seeded ? 'seeded' : 'none';
    const kept: Kept = { base, order, due, delta: deltaOf(record, seeded ?? emptyBase) };
    this.#made.set(kept, record);
    return written(kept, result);
  }

  #seededOrder(kind: 'seeded' | 'deleted', id: string): string {
    return seededOrder(kind, this.#world.indexOf(id) as number);
  }
}

function written<T>(kept: Kept, result: T): Change<T> {
  return { kind: 'write', document: kept as unknown as Document, order: kept.order, due: kept.due, result };
}

function seededOrder(kind: 'seeded' | 'deleted', index: number): string {
  return `${kind}-${String(index).padStart(10, '0')}`;
}

function indexOfOrder(order: string): number {
  return Number(order.slice(order.indexOf('-') + 1));
}

/** The fields of a user that is stored; nothing when it is deleted, or only what hangs on it was changed. */
function userOf(stored: Stored): User | undefined {
  return 'delta' in stored ? (stored.delta.user as User | undefined) : undefined;
}

function consecutive(from: number, to: number): number[] {
  const numbers: number[] = [];
  for (let number = from; number < to; number += 1) numbers.push(number);
  return numbers;
}

const deletedUsers: OrderRange = { from: 'deleted', to: 'deletee' };
const createdUsers: OrderRange = { from: 'created', to: 'createe' };
const countedUsers = [deletedUsers, createdUsers];

const emptyBase = newUserRecord({ user_id: '', created_at: '' });
