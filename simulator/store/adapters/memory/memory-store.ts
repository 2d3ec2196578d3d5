import { randomUUID } from 'node:crypto';
import {
  CLIENT_DOCUMENT,
  ClaimLostError,
  type ClientStore,
  type Contents,
  type Current,
  type DamagedDocumentError,
  type Document,
  type Files,
  KEPT_REQUEST_BYTES,
  KEPT_REQUESTS,
  type LeaseHolder,
  type LeaseOptions,
  type Listed,
  type ListQuery,
  leaseLost,
  type ReplaceOptions,
  type RequestEntry,
  type RequestLog,
  type SortKeyRange,
  type Store,
  type StoreMetadata,
  type Work,
  type WorkItem,
  type Write,
  type WriteOptions,
} from '../../port.ts';
import { LeaseQueue } from '../lease-queue.ts';
import { checkKey, checkSeed, planWrite } from '../write-rules.ts';
import { ClientStoreState, type Stored, storedAggregate } from './client-store-state.ts';

/** Real time, by which leases run out. */
export type LeaseClock = { readonly now?: () => number };

export function memoryStore({ now = Date.now }: LeaseClock = {}): Store {
  const clientStores = new Map<string, ClientStore>();
  let metadata: StoreMetadata | undefined;
  return {
    async initialise(proposed) {
      metadata ??= proposed;
      checkSeed('This store', metadata.seed, proposed.seed);
      return metadata;
    },
    clientStore(client) {
      checkKey(client);
      const clientStore = clientStores.get(client) ?? new MemoryClientStore(now, noPersistence());
      clientStores.set(client, clientStore);
      return clientStore;
    },
    health: async () => ({ problems: [] }),
    close: async () => {},
  };
}

function noPersistence(): Persistence {
  let files = new Map<string, Uint8Array>();
  return {
    loaded: [],
    damaged: new Map(),
    save: async () => {},
    async replace(_aggregates, contents) {
      files = new Map(contents.map(({ id, bytes }) => [id, bytes]));
    },
    files: {
      async put(id, bytes) {
        checkKey(id);
        files.set(id, Uint8Array.from(bytes));
      },
      get: async (id) => files.get(id),
      async remove(ids) {
        for (const id of ids) files.delete(id);
      },
      list: async () => [...files.keys()],
    },
  };
}

/** Where a client's state outlives the process. A call that fails has changed nothing. */
export type Persistence = {
  readonly loaded: readonly Stored[];
  readonly damaged: ReadonlyMap<string, DamagedDocumentError>;
  save(id: string, stored: Stored | undefined, before: Stored | undefined): Promise<void>;
  replace(aggregates: readonly Stored[], files: Contents['files']): Promise<void>;
  readonly files: Files;
};

/** A client whose state is in memory. A change is saved before it is applied in memory. */
export class MemoryClientStore implements ClientStore {
  readonly requests = recentRequests();
  readonly work: Work;
  readonly files: Files;
  readonly #persistence: Persistence;
  readonly #now: () => number;
  #state: ClientStoreState;
  /** Orders the changes of each aggregate. A change of the client document runs alone: others are decided by it. */
  readonly #changes = new KeyedMutex();
  readonly #leases: LeaseQueue;
  readonly #watchers = new Set<() => void>();
  #leaseToken: string | null = null;

  constructor(now: () => number, persistence: Persistence) {
    this.#now = now;
    this.#leases = new LeaseQueue(now);
    this.#persistence = persistence;
    this.#state = new ClientStoreState(now, persistence.loaded);
    this.work = this.#work();
    this.files = {
      // A key of its own: files wait for `contents` and `replace`, and not for each other.
      put: (id, bytes) => this.#changes.run({}, () => persistence.files.put(id, bytes)),
      get: (id) => persistence.files.get(id),
      remove: (ids) => this.#changes.run({}, () => persistence.files.remove(ids)),
      list: () => persistence.files.list(),
    };
  }

  async read(id: string): Promise<Document | undefined> {
    return this.#get(id)?.document;
  }

  async change<T>(
    id: string,
    decide: (current: Current) => Write<T>,
    options: WriteOptions = {},
  ): Promise<T> {
    checkKey(id);
    const task = () => this.#change(id, decide, options);
    return id === CLIENT_DOCUMENT ? this.#changes.runAlone(task) : this.#changes.run(id, task);
  }

  async #change<T>(
    id: string,
    decide: (current: Current) => Write<T>,
    { item: itemId, claim, leaseToken }: WriteOptions,
  ): Promise<T> {
    this.#checkLease(leaseToken);
    const state = this.#state;
    const before = this.#get(id);
    const item = before?.work.get(claim?.item.id ?? itemId ?? '');
    if (claim && !(item && state.queues.holds(claim)))
      throw new ClaimLostError(`${claim.item.id} is no longer claimed`);
    const clientDocument = this.#get(CLIENT_DOCUMENT)?.document;
    const write = decide({ document: before?.document, clientDocument, item });
    const after = state.after(id, planWrite(id, before, write));
    const save = async () => {
      if (after !== before) await this.#persistence.save(id, after, before);
    };
    await (claim ? state.queues.keepClaim(claim, save) : save());
    if (claim) state.queues.unclaim(claim.item.id);
    state.set(id, after);
    if (claim || after?.work !== before?.work) this.#wake();
    return write.result;
  }

  async find(prefix: string): Promise<string[]> {
    const damaged = [...this.#persistence.damaged.keys()].filter((id) => id.startsWith(prefix));
    return [...this.#state.find(prefix), ...damaged];
  }

  async list({ offset, limit, ...range }: ListQuery): Promise<Listed[]> {
    const [from, to] = this.#state.range(range);
    return this.#state.slice(from + offset, Math.min(to, from + offset + limit));
  }

  async count(ranges: readonly SortKeyRange[]): Promise<number[]> {
    return ranges.map((range) => this.#state.range(range)).map(([from, to]) => to - from);
  }

  exclusively<T>(task: (leaseToken: string) => Promise<T>, options: LeaseOptions = {}): Promise<T> {
    return this.#leases.run(options, async () => {
      const leaseToken = randomUUID();
      this.#leaseToken = leaseToken;
      try {
        return await task(leaseToken);
      } finally {
        this.#leaseToken = null;
        this.#wake();
      }
    });
  }

  get leaseHolder(): LeaseHolder | undefined {
    return this.#leases.holder;
  }

  contents(): Promise<Contents> {
    return this.#changes.runAlone(async () => {
      for (const damage of this.#persistence.damaged.values()) throw damage;
      const files: { id: string; bytes: Uint8Array }[] = [];
      for (const id of (await this.files.list()).sort())
        files.push({ id, bytes: (await this.files.get(id))! });
      return { aggregates: this.#state.slice(0, Number.POSITIVE_INFINITY), work: this.#state.items(), files };
    });
  }

  replace(
    { aggregates, work, files }: Contents,
    { leaseToken, clearRequests = false }: ReplaceOptions = {},
  ): Promise<void> {
    return this.#changes.runAlone(async () => {
      this.#checkLease(leaseToken);
      const byOwner = new Map<string, WorkItem[]>(aggregates.map(({ id }) => [id, []]));
      for (const item of work) byOwner.get(item.owner)!.push(item);
      const stored = aggregates.map((listed) => storedAggregate(listed, byOwner.get(listed.id)!));
      await this.#persistence.replace(stored, files);
      this.#state = new ClientStoreState(this.#now, stored);
      if (clearRequests) await this.requests.clear();
      this.#wake();
    });
  }

  #checkLease(leaseToken: string | undefined): void {
    if (leaseToken !== undefined && leaseToken !== this.#leaseToken) throw leaseLost();
  }

  #get(id: string): Stored | undefined {
    const damage = this.#persistence.damaged.get(id);
    if (damage) throw damage;
    return this.#state.get(id);
  }

  #wake(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #work(): Work {
    return {
      claim: async (query) => {
        const isAllowed = this.#leaseToken === null || query.leaseToken === this.#leaseToken;
        return isAllowed ? this.#state.queues.claim(query) : [];
      },
      renew: async (claims, leaseMs) => {
        for (const claim of claims) this.#state.queues.renew(claim, leaseMs);
      },
      release: async (claims) => {
        const { queues } = this.#state;
        for (const claim of claims) if (queues.holds(claim)) queues.unclaim(claim.item.id);
        this.#wake();
      },
      nextDue: async (except = []) => this.#state.queues.nextDue(except),
      claimed: async () => this.#state.queues.claimed(),
      pending: async () => this.#state.queues.pending,
      get: async (id) => this.#state.item(id),
      list: async (query) => this.#state.items(query),
      follow: async () => {
        let state = this.#state;
        let { puts } = state;
        return async () => {
          const items = state === this.#state ? state.putAfter(puts) : this.#state.items();
          state = this.#state;
          puts = state.puts;
          return items;
        };
      },
      watch: (listener) => {
        const watcher = () => listener();
        this.#watchers.add(watcher);
        return () => this.#watchers.delete(watcher);
      },
    };
  }
}

/** Runs the tasks of one key one after the other, and `runAlone` tasks without any other; first come, first served. */
class KeyedMutex {
  readonly #lastOfKey = new Map<unknown, Promise<unknown>>();
  #lastAlone: Promise<unknown> = Promise.resolve();

  run<T>(key: unknown, task: () => Promise<T>): Promise<T> {
    const running = (this.#lastOfKey.get(key) ?? this.#lastAlone).then(task);
    const ended: Promise<unknown> = running
      .catch(() => {})
      .then(() => this.#lastOfKey.get(key) === ended && this.#lastOfKey.delete(key));
    this.#lastOfKey.set(key, ended);
    return running;
  }

  runAlone<T>(task: () => Promise<T>): Promise<T> {
    const running = Promise.all([this.#lastAlone, ...this.#lastOfKey.values()]).then(task);
    this.#lastAlone = running.catch(() => {});
    this.#lastOfKey.clear();
    return running;
  }
}

/** The latest requests, kept by this process alone. */
export function recentRequests(): RequestLog {
  // By number: to take the first out of an array moves all others, which costs a read 3% of its time.
  const kept = new Map<number, RequestEntry>();
  let bytes = 0;
  let added = 0;
  let oldest = 0;
  const latest = (limit: number) => [...kept.values()].slice(Math.max(0, kept.size - limit));
  return {
    add(entry) {
      kept.set(added, entry);
      added += 1;
      bytes += entry.bytes;
      while (kept.size > KEPT_REQUESTS || (bytes > KEPT_REQUEST_BYTES && kept.size > 1)) {
        bytes -= kept.get(oldest)?.bytes ?? 0;
        kept.delete(oldest);
        oldest += 1;
      }
    },
    list: async (limit) =>
      latest(limit)
        .reverse()
        .map((entry) => entry.document()),
    async follow(limit) {
      let seen = added;
      return async () => {
        const fresh = Math.min(added - seen, limit);
        seen = added;
        return latest(fresh).map((entry) => entry.document());
      };
    },
    async clear() {
      kept.clear();
      bytes = 0;
      oldest = added;
    },
  };
}
