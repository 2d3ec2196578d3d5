import { userPrefix } from '../../generators/ids.ts';
import type { Profile } from '../../spec/profile.ts';
import type { ClientRecord } from '../domain/client-record.ts';
import { shownBy } from '../domain/clock.ts';
import { filesOf, type UserRecord } from '../domain/user-record.ts';
import type { Ports } from '../ports/ports.ts';
import type { Claim, ClientStore, Document, NewWorkItem, WorkItem } from '../store/port.ts';
import { deliveriesOf } from '../webhooks/deliveries-of.ts';
import type { DomainEvent } from '../webhooks/message.ts';
import { checkIdOf, checkWork } from './check-work.ts';
import { type ClientState, clientRecordOf } from './client-state.ts';
import type { SeededWorld } from './seeded-world.ts';
import { mergedRecord, sortKeys, storedAfter, storedUser } from './stored-user.ts';
import { userList } from './user-list.ts';

/** What a change of a user decides: the parts of the record that it replaces, what has happened, and what to tell the caller. */
export type UserWrite<T> = {
  changedFields?: Partial<UserRecord>;
  result: T;
  /** Subscriptions that want to hear of these get a delivery each, in the same commit. */
  events?: readonly DomainEvent[];
  /** Other work to put, or to take away. */
  work?: readonly NewWorkItem[];
  removeWork?: readonly string[];
  /** The instant of a recurring check that this change was: the next one is looked for after it. */
  checkedAt?: number;
  /** The settings that decide about recurring checks may be others than before. */
  reschedules?: boolean;
};

/** What else a change finds: its client in the state that it is committed against, and the client's time. */
export type WriteContext = { client: ClientRecord; now: number; item: WorkItem | undefined };

/** With a claim the change finishes that piece of work; `now` is the time at which it is done. */
export type UserWriteOptions = { claim?: Claim; now?: number };

export type UsersOptions = {
  clientStore: ClientStore;
  state: ClientState;
  worldOf: (record: ClientRecord) => SeededWorld;
  profile: Profile;
  ports: Pick<Ports, 'realNow' | 'ids' | 'nextCheck'>;
};

/** All users of one client: those of the starting world, overlaid with what was changed, created and deleted since. */
export class Users {
  readonly #options: UsersOptions;
  readonly #clientStore: ClientStore;
  #creations = 0;
  /** The world seen last. A change that goes by it looks, in its commit, whether it is still the client's. */
  #seen: SeededWorld | undefined;

  constructor(options: UsersOptions) {
    this.#options = options;
    this.#clientStore = options.clientStore;
  }

  get files() {
    return this.#clientStore.files;
  }

  /** A user; whoever has just read the client's record may give it, so that it is not read again. */
  async read(userId: string, client?: ClientRecord): Promise<UserRecord | undefined> {
    const id = userId.toLowerCase();
    const stored = storedUser(await this.#clientStore.read(id));
    if (stored?.base === 'none') return mergedRecord(stored, undefined);
    const world = client ? this.#options.worldOf(client) : await this.#world();
    return mergedRecord(stored, await seededUser(id, world));
  }

  /** The user to whom an account, entry or document belongs: ids of a user's things begin as the user's does. */
  async ownerOf(id: string): Promise<UserRecord | undefined> {
    const [userId] = await this.#clientStore.find(userPrefix(id));
    if (userId !== undefined) return this.read(userId);
    const world = await this.#world();
    const index = world.ownerOf(id);
    return index === undefined ? undefined : this.read(world.userId(index));
  }

  /** Whether there is such a user; cheaper than reading it. */
  async has(userId: string, client: ClientRecord): Promise<boolean> {
    const id = userId.toLowerCase();
    const stored = storedUser(await this.#clientStore.read(id));
    return stored ? !stored.deleted : this.#options.worldOf(client).indexOf(id) !== undefined;
  }

  /** Changes a user; undefined when there is none. What `change` throws leaves everything as it was. */
  async change<T>(
    userId: string,
    change: (record: UserRecord, around: WriteContext) => UserWrite<T>,
    { claim, now: at }: UserWriteOptions = {},
  ): Promise<T | undefined> {
    const id = userId.toLowerCase();
    const { ports, profile, worldOf } = this.#options;
    for (let world = this.#seen ?? (await this.#world()); ; world = await this.#world()) {
      const base = await seededUser(id, world);
      const outcome = await this.#clientStore.change<{ result?: T; retry?: true }>(
        id,
        ({ document: kept, clientDocument, item }) => {
          const client = clientRecordOf(clientDocument);
          // A snapshot was loaded meanwhile, and brought other people.
          if (worldOf(client) !== world) return { result: { retry: true } };
          const stored = storedUser(kept);
          const before = mergedRecord(stored, base);
          if (!before) return { result: {} };
          const now = at ?? shownBy(client.clock, ports.realNow());
          const changed = change(before, { client, now, item });
          const deliveries = (changed.events ?? []).flatMap((event) =>
            deliveriesOf(event, client, profile, () => ports.ids.ofUser(id)),
          );
          const nextCheck = (record: UserRecord, after: number) =>
            ports.nextCheck(record, client, profile.points, after, Number.POSITIVE_INFINITY)?.at ?? null;
          const check = checkWork(before, changed, nextCheck, now, item);
          const work = [...(changed.work ?? []), ...deliveries, ...check.work];
          const done = [...(changed.removeWork ?? []), ...check.done];
          const document = storedAfter(stored, changed.changedFields ?? {}, work.length > 0);
          return {
            ...(document && { document }),
            ...(document && !stored && { sortKey: sortKeys.seeded(world.indexOf(id) as number) }),
            ...(work.length > 0 && { work }),
            ...(done.length > 0 && { removeWork: done }),
            result: { result: changed.result },
          };
        },
        claim ? { claim } : { item: checkIdOf(id) },
      );
      if (!outcome.retry) return outcome.result;
    }
  }

  /** Adds a user; the newest stands last in the order of creation. */
  async create(record: UserRecord): Promise<void> {
    this.#creations += 1;
    const sortKey = sortKeys.created(record.user.created_at, this.#options.ports.realNow(), this.#creations);
    await this.#clientStore.change(record.user.user_id, () => ({
      document: { base: 'none', parts: record } as unknown as Document,
      sortKey,
      result: undefined,
    }));
  }

  /** Deletes a user with all that hangs on it; the record as it was last, undefined when there was none. */
  async remove(userId: string): Promise<UserRecord | undefined> {
    const id = userId.toLowerCase();
    const world = await this.#world();
    const index = world.indexOf(id);
    const base = await seededUser(id, world);
    const removed = await this.#clientStore.change<UserRecord | undefined>(id, ({ document }) => {
      const before = mergedRecord(storedUser(document), base);
      if (!before) return { result: undefined };
      if (index === undefined) return { document: null, result: before };
      // A seeded user would be back at once if nothing said that it is gone.
      return { document: { deleted: true }, sortKey: sortKeys.deleted(index), work: 'none', result: before };
    });
    if (removed) await this.#clientStore.files.remove(filesOf(removed));
    return removed;
  }

  /** A slice of the users, oldest first (or newest first), and how many there are. */
  list(slice: Parameters<typeof userList>[2], client: ClientRecord): ReturnType<typeof userList> {
    return userList(this.#clientStore, this.#options.worldOf(client), slice);
  }

  /**
   * Removes files of documents that nobody has: a crash may come between the end of a user and that of its files. A file
   * may also belong to an upload that is not committed yet, at another process; `later` waits until it would be.
   */
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

  async #world(): Promise<SeededWorld> {
    this.#seen = this.#options.worldOf(await this.#options.state.read());
    return this.#seen;
  }
}

/** The user of the starting world who has this id, if any. */
async function seededUser(id: string, world: SeededWorld): Promise<UserRecord | undefined> {
  const index = world.indexOf(id);
  return index === undefined ? undefined : world.record(index);
}
