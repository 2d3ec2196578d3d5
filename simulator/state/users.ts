import { userPrefix } from '../../generators/ids.ts';
import type { User } from '../../spec/types.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import { filesOf, type UserRecord } from '../domain/user-record.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Ports } from '../ports/ports.ts';
import { currentTrace } from '../ports/trace.ts';
import type { Claim, ClientStore, Current } from '../store/port.ts';
import { type ClientState, clientRecordOf } from './client-state.ts';
import type { SeededUser, SeededWorld } from './seeded-world.ts';
import {
  type CurrentUser,
  checkIdOf,
  mergedRecord,
  type PlanOptions,
  planWrite,
  ranges,
  sortKeys,
  storedUser,
  type UserRule,
  userDocument,
} from './user-write.ts';

/** With a claim the change finishes that piece of work; `now` is the time at which it is done. */
export type UserWriteOptions = { claim?: Claim; now?: number };

export type UsersOptions = {
  clientStore: ClientStore;
  state: ClientState;
  worldOf: (record: ClientRecord) => SeededWorld;
  profile: PlanOptions['profile'];
  ports: Pick<Ports, 'realNow' | 'ids' | 'nextCheck'> & { metrics?: Metrics };
};

type LoadedUser = { id: string; world: SeededWorld; seeded: SeededUser | undefined };

/** A snapshot with other people was loaded between the load and the commit of a change. */
const OTHER_WORLD = Symbol('other world');

/** All users of one client: those of the starting world, overlaid with what was changed, created and deleted since. */
export class Users {
  readonly #options: UsersOptions;
  readonly #clientStore: ClientStore;
  readonly #observeChange: ((seconds: number) => void) | undefined;
  #creations = 0;
  /** The world of the latest read. It saves a change the read of the client's record; the commit compares the two. */
  #latestWorld: SeededWorld | undefined;

  constructor(options: UsersOptions) {
    this.#options = options;
    this.#clientStore = options.clientStore;
    this.#observeChange = options.ports.metrics?.histogram('payrig_store_change_duration_seconds', {});
  }

  get files() {
    return this.#clientStore.files;
  }

  /** A user. Pass `client` if you have already read it; saves a read. */
  async read(userId: string, client?: ClientRecord): Promise<UserRecord | undefined> {
    const id = userId.toLowerCase();
    const stored = storedUser(await this.#clientStore.read(id));
    if (stored?.base === 'none') return stored.parts;
    const world = client ? this.#options.worldOf(client) : await this.#readWorld();
    return mergedRecord(stored, (await world.find(id))?.record);
  }

  /** The user to whom an account, entry or document belongs: ids of a user's things begin as the user's does. */
  async ownerOf(id: string): Promise<UserRecord | undefined> {
    const [userId] = await this.#clientStore.find(userPrefix(id));
    if (userId !== undefined) return this.read(userId);
    const world = await this.#readWorld();
    const index = world.ownerOf(id);
    return index === undefined ? undefined : this.read(world.userId(index));
  }

  async has(userId: string, client: ClientRecord): Promise<boolean> {
    const id = userId.toLowerCase();
    const stored = storedUser(await this.#clientStore.read(id));
    return stored ? !stored.deleted : this.#options.worldOf(client).indexOf(id) !== undefined;
  }

  /** Load, decide, plan, write; undefined when there is no such user. The store may call the rule more than once. */
  async change<T>(userId: string, rule: UserRule<T>, { claim, now }: UserWriteOptions = {}) {
    const began = performance.now();
    // Asked here: a store may decide a change while it serves another request.
    const options = { ...this.#options, trace: currentTrace() };
    for (;;) {
      const loaded = await this.#load(userId.toLowerCase());
      const written = await this.#clientStore.change<T | undefined | typeof OTHER_WORLD>(
        loaded.id,
        (current) => {
          const user = this.#currentUser(loaded, current, now);
          if (user === undefined || user === OTHER_WORLD) return { result: user };
          return planWrite(user, rule(user.record, user), options);
        },
        claim ? { claim } : { item: checkIdOf(loaded.id) },
      );
      if (written !== OTHER_WORLD) {
        this.#observeChange?.((performance.now() - began) / 1000);
        return written;
      }
      this.#latestWorld = undefined;
    }
  }

  /** Adds a user; the newest stands last in the order of creation. */
  async create(record: UserRecord): Promise<void> {
    this.#creations += 1;
    const sortKey = sortKeys.created(record.user.created_at, this.#options.ports.realNow(), this.#creations);
    const document = userDocument({ base: 'none', parts: record });
    await this.#clientStore.change(record.user.user_id, () => ({ document, sortKey, result: undefined }));
  }

  /** Deletes a user with its work and files; the ids of those files, undefined when there was no such user. */
  async remove(userId: string): Promise<string[] | undefined> {
    // Only stored documents have files; a seeded user's own documents take milliseconds to make.
    const files = await this.change(userId, (_, { stored }) => ({
      removesUser: true,
      result: filesOf(stored?.parts),
    }));
    if (files) await this.#clientStore.files.remove(files);
    return files;
  }

  list(slice: Slice, client: ClientRecord): Promise<{ users: User[]; total: number }> {
    return userList(this.#clientStore, this.#options.worldOf(client), slice);
  }

  /** Removes files of no document, as a crash can leave. `later` waits until an upload of another process is committed. */
  async sweepFiles(later: () => Promise<unknown>): Promise<void> {
    const orphans = await this.#orphansAmong(await this.#clientStore.files.list());
    if (orphans.length === 0) return;
    await later();
    await this.#clientStore.files.remove(await this.#orphansAmong(orphans));
  }

  async #orphansAmong(fileIds: readonly string[]): Promise<string[]> {
    const orphans: string[] = [];
    for (const id of fileIds) {
      const owner = await this.ownerOf(id);
      if (!owner || !filesOf(owner).includes(id)) orphans.push(id);
    }
    return orphans;
  }

  async #load(id: string): Promise<LoadedUser> {
    const world = this.#latestWorld ?? (await this.#readWorld());
    return { id, world, seeded: await world.find(id) };
  }

  #currentUser(
    { world, seeded }: LoadedUser,
    { document, clientDocument, item }: Current,
    now: number | undefined,
  ): CurrentUser | typeof OTHER_WORLD | undefined {
    const { state, worldOf } = this.#options;
    const client = clientRecordOf(clientDocument);
    if (worldOf(client) !== world) return OTHER_WORLD;
    const stored = storedUser(document);
    const record = mergedRecord(stored, seeded?.record);
    if (!record) return undefined;
    return { record, stored, seededIndex: seeded?.index, client, now: now ?? state.nowOf(client), item };
  }

  async #readWorld(): Promise<SeededWorld> {
    this.#latestWorld = this.#options.worldOf(await this.#options.state.read());
    return this.#latestWorld;
  }
}

type Slice = { offset: number; limit: number; newestFirst: boolean };

/** A slice of a client's users: first those of the starting world that were not deleted, then those created since. */
async function userList(clientStore: ClientStore, world: SeededWorld, slice: Slice) {
  const { offset, limit, newestFirst } = slice;
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
    const listed = await clientStore.list(range);
    users.push(...listed.flatMap(({ document }) => mergedRecord(storedUser(document))?.user ?? []));
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

/** The index of the seeded user at a position among those that are left; a binary search over the deleted ones. */
async function indexAt(clientStore: ClientStore, world: SeededWorld, position: number): Promise<number> {
  let low = position;
  let high = world.userCount;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const range = { from: ranges.deleted.from, to: sortKeys.deleted(middle + 1) };
    const [deleted = 0] = await clientStore.count([range]);
    if (middle + 1 - deleted > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
