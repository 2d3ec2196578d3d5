import { randomUUID } from 'node:crypto';
import {
  CLIENT_DOCUMENT,
  ClaimLostError,
  type ClientStore,
  type Contents,
  type DamagedDocumentError,
  type Files,
  KEPT_REQUEST_BYTES,
  KEPT_REQUESTS,
  leaseLost,
  type RequestEntry,
  type RequestLog,
  type Store,
  type StoreMetadata,
  type Work,
  type WorkItem,
} from '../../port.ts';
import { LeaseQueue } from '../lease-queue.ts';
import { checkKey, checkSeed, openedOnce, planWrite } from '../write-rules.ts';
import { ClientStoreState, type Stored, storedAggregate } from './client-store-state.ts';

/** `now` is real time, by which leases run out. */
export function memoryStore({ now = Date.now }: { readonly now?: () => number } = {}): Store {
  const { clientStore, forget } = openedOnce(() => memoryClientStore(now, noPersistence()));
  let metadata: StoreMetadata | undefined;
  return {
    async initialise(proposed) {
      metadata ??= proposed;
      checkSeed('This store', metadata.seed, proposed.seed);
      return metadata;
    },
    clientStore,
    forget,
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
export function memoryClientStore(now: () => number, persistence: Persistence): ClientStore {
  const requests = recentRequests();
  /** Orders the changes of each aggregate. A change of the client document runs alone: others are decided by it. */
  const changes = new KeyedMutex();
  const leases = new LeaseQueue(now);
  const watchers = new Set<() => void>();
  let state = new ClientStoreState(now, persistence.loaded);
  let holdersToken: string | null = null;

  const files: Files = {
    ...persistence.files,
    // A key of its own: files wait for `contents` and `replace`, and not for each other.
    put: (id, bytes) => changes.run({}, () => persistence.files.put(id, bytes)),
    remove: (ids) => changes.run({}, () => persistence.files.remove(ids)),
  };
  const wake = (): void => {
    for (const watcher of watchers) watcher();
  };
  const checkLease = (leaseToken: string | undefined): void => {
    if (leaseToken !== undefined && leaseToken !== holdersToken) throw leaseLost();
  };
  const stored = (id: string): Stored | undefined => {
    const damage = persistence.damaged.get(id);
    if (damage) throw damage;
    return state.get(id);
  };

  const change: ClientStore['change'] = async (id, decide, { item: itemId, claim, leaseToken } = {}) => {
    checkLease(leaseToken);
    const changed = state;
    const before = stored(id);
    const item = before?.work.get(claim?.item.id ?? itemId ?? '');
    if (claim && !(item && changed.queues.holds(claim)))
      throw new ClaimLostError(`${claim.item.id} is no longer claimed`);
    const clientDocument = stored(CLIENT_DOCUMENT)?.document;
    const write = decide({ document: before?.document, clientDocument, item });
    const after = changed.after(id, planWrite(id, before, write));
    const save = async () => {
      if (after !== before) await persistence.save(id, after, before);
    };
    await (claim ? changed.queues.keepClaim(claim, save) : save());
    if (claim) changed.queues.unclaim(claim.item.id);
    changed.set(id, after);
    if (claim || after?.work !== before?.work) wake();
    return write.result;
  };

  const work: Work = {
    claim: async (query) => {
      const isAllowed = holdersToken === null || query.leaseToken === holdersToken;
      return isAllowed ? state.queues.claim(query) : [];
    },
    renew: async (claims, leaseMs) => {
      for (const claim of claims) state.queues.renew(claim, leaseMs);
    },
    release: async (claims) => {
      for (const claim of claims) if (state.queues.holds(claim)) state.queues.unclaim(claim.item.id);
      wake();
    },
    nextDue: async (except = []) => state.queues.nextDue(except),
    claimed: async () => state.queues.claimed(),
    pending: async () => state.queues.pending,
    get: async (id) => state.item(id),
    list: async (query) => state.items(query),
    follow: async () => {
      let seen = state;
      let { puts } = seen;
      return async () => {
        const items = seen === state ? state.putAfter(puts) : state.items();
        seen = state;
        puts = state.puts;
        return items;
      };
    },
    watch: (listener) => {
      const watcher = () => listener();
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
  };

  return {
    requests,
    work,
    files,
    read: async (id) => stored(id)?.document,
    async change(id, decide, options = {}) {
      checkKey(id);
      const task = () => change(id, decide, options);
      return id === CLIENT_DOCUMENT ? changes.runAlone(task) : changes.run(id, task);
    },
    async find(prefix) {
      const damaged = [...persistence.damaged.keys()].filter((id) => id.startsWith(prefix));
      return [...state.find(prefix), ...damaged];
    },
    async list({ offset, limit, ...range }) {
      const [from, to] = state.range(range);
      return state.slice(from + offset, Math.min(to, from + offset + limit));
    },
    count: async (ranges) => ranges.map((range) => state.range(range)).map(([from, to]) => to - from),
    exclusively: (task, options = {}) =>
      leases.run(options, async () => {
        const leaseToken = randomUUID();
        holdersToken = leaseToken;
        try {
          return await task(leaseToken);
        } finally {
          holdersToken = null;
          wake();
        }
      }),
    get leaseHolder() {
      return leases.holder;
    },
    contents: () =>
      changes.runAlone(async () => {
        for (const damage of persistence.damaged.values()) throw damage;
        const whole: { id: string; bytes: Uint8Array }[] = [];
        for (const id of (await files.list()).sort()) whole.push({ id, bytes: (await files.get(id))! });
        return { aggregates: state.slice(0, Number.POSITIVE_INFINITY), work: state.items(), files: whole };
      }),
    replace: ({ aggregates, work, files }, { leaseToken, clearRequests = false } = {}) =>
      changes.runAlone(async () => {
        checkLease(leaseToken);
        const byOwner = new Map<string, WorkItem[]>(aggregates.map(({ id }) => [id, []]));
        for (const item of work) byOwner.get(item.owner)!.push(item);
        const next = aggregates.map((listed) => storedAggregate(listed, byOwner.get(listed.id)!));
        await persistence.replace(next, files);
        state = new ClientStoreState(now, next);
        if (clearRequests) await requests.clear();
        wake();
      }),
  };
}

/** Runs the tasks of one key one after the other, and `runAlone` tasks without any other; first come, first served. */
class KeyedMutex {
  readonly #lastOfKey = new Map<unknown, Promise<unknown>>();
  #lastAlone: Promise<unknown> = Promise.resolve();

  run<T>(key: unknown, task: () => Promise<T>): Promise<T> {
    const running = (this.#lastOfKey.get(key) ?? this.#lastAlone).then(task);
    const end = () => this.#lastOfKey.get(key) === ended && this.#lastOfKey.delete(key);
    const ended: Promise<unknown> = running.then(end, end);
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
  // In a ring: to take the first out of an array moves all others, which costs a read 3% of its time.
  const ring: (RequestEntry | undefined)[] = Array.from({ length: KEPT_REQUESTS });
  let bytes = 0;
  let added = 0;
  let oldest = 0;
  const newest = (limit: number) =>
    Array.from(
      { length: Math.min(limit, added - oldest) },
      (_, at) => ring[(added - 1 - at) % KEPT_REQUESTS]!,
    );
  const forget = (): void => {
    const place = oldest % KEPT_REQUESTS;
    bytes -= ring[place]?.bytes ?? 0;
    ring[place] = undefined;
    oldest += 1;
  };
  return {
    add(entry) {
      if (added - oldest === KEPT_REQUESTS) forget();
      ring[added % KEPT_REQUESTS] = entry;
      added += 1;
      bytes += entry.bytes;
      while (bytes > KEPT_REQUEST_BYTES && added - oldest > 1) forget();
    },
    list: async (limit) => newest(limit).map((entry) => entry.document()),
    async follow(limit) {
      let seen = added;
      return async () => {
        const fresh = Math.min(added - seen, limit);
        seen = added;
        return newest(fresh)
          .reverse()
          .map((entry) => entry.document());
      };
    },
    async clear() {
      while (oldest < added) forget();
    },
  };
}
