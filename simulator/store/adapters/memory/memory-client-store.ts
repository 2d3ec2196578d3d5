import { randomUUID } from 'node:crypto';
import {
  CLIENT_DOCUMENT,
  ClaimLostError,
  type ClientStore,
  type Contents,
  type Current,
  type Document,
  type Files,
  type Listed,
  type ListQuery,
  leaseLost,
  type SortKeyRange,
  type Work,
  type WorkItem,
  type Write,
  type WriteOptions,
} from '../../port.ts';
import { checkKey } from '../key.ts';
import { ClientStoreState, type Stored, storedOf } from './client-store-state.ts';
import { KeyedMutex } from './keyed-mutex.ts';
import type { Persistence } from './persistence.ts';
import { recentRequests } from './recent-requests.ts';

/** A client whose state is in memory. With a backing, memory follows what the backing has made durable. */
export class MemoryClientStore implements ClientStore {
  readonly requests = recentRequests();
  readonly work: Work;
  readonly files: Files;
  readonly #backing: Persistence;
  readonly #now: () => number;
  #state: ClientStoreState;
  /** A change of the root concerns all, so that no change is decided by a root that is going. */
  readonly #order = new KeyedMutex();
  readonly #turns = new KeyedMutex();
  readonly #watchers = new Set<() => void>();
  #leaseToken: string | null = null;

  constructor(now: () => number, backing: Persistence) {
    this.#now = now;
    this.#backing = backing;
    this.#state = new ClientStoreState(now, backing.loaded);
    this.work = this.#work();
    this.files = {
      // Files wait for what concerns all, and not for each other.
      put: (id, bytes) => this.#order.run({}, () => backing.files.put(id, bytes)),
      get: (id) => backing.files.get(id),
      remove: (ids) => this.#order.run({}, () => backing.files.remove(ids)),
      list: () => backing.files.list(),
    };
  }

  async read(id: string): Promise<Document | undefined> {
    return this.#get(id)?.document;
  }

  async change<T>(id: string, change: (found: Current) => Write<T>, options: WriteOptions = {}): Promise<T> {
    checkKey(id);
    const task = () => this.#change(id, change, options);
    return id === CLIENT_DOCUMENT ? this.#order.runAlone(task) : this.#order.run(id, task);
  }

  async #change<T>(
    id: string,
    change: (found: Current) => Write<T>,
    { item, claim, leaseToken }: WriteOptions,
  ): Promise<T> {
    this.#checkTurn(leaseToken);
    const state = this.#state;
    const now = this.#get(id);
    const found = now?.work.get(claim?.item.id ?? item ?? '');
    if (claim && !(found && state.queues.holds(claim)))
      throw new ClaimLostError(`${claim.item.id} is no longer claimed`);
    const decided = change({
      document: now?.document,
      clientDocument: this.#get(CLIENT_DOCUMENT)?.document,
      item: found,
    });
    const next = state.decide(id, now, decided);
    const write = async () => {
      if (next !== now) await this.#backing.save(id, next);
    };
    await (claim ? state.queues.keeping(claim, write) : write());
    if (claim) state.queues.unclaim(claim.item.id);
    state.set(id, next);
    if (claim || next?.work !== now?.work) this.#wake();
    return decided.result;
  }

  async find(prefix: string): Promise<string[]> {
    return [
      ...this.#state.find(prefix),
      ...[...this.#backing.damaged.keys()].filter((id) => id.startsWith(prefix)),
    ];
  }

  async list({ offset, limit, ...range }: ListQuery): Promise<Listed[]> {
    const [from, to] = this.#state.range(range);
    return this.#state.slice(from + offset, Math.min(to, from + offset + limit));
  }

  async count(ranges: readonly SortKeyRange[]): Promise<number[]> {
    return ranges.map((range) => this.#state.range(range)).map(([from, to]) => to - from);
  }

  exclusively<T>(task: (leaseToken: string) => Promise<T>): Promise<T> {
    return this.#turns.runAlone(async () => {
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

  contents(): Promise<Contents> {
    return this.#order.runAlone(async () => {
      for (const damage of this.#backing.damaged.values()) throw damage;
      const files: { id: string; bytes: Uint8Array }[] = [];
      for (const id of (await this.files.list()).sort())
        files.push({ id, bytes: (await this.files.get(id))! });
      return { aggregates: this.#state.slice(0, Number.POSITIVE_INFINITY), work: this.#state.items(), files };
    });
  }

  replace(
    { aggregates, work, files }: Contents,
    { leaseToken }: Pick<WriteOptions, 'leaseToken'> = {},
  ): Promise<void> {
    return this.#order.runAlone(async () => {
      this.#checkTurn(leaseToken);
      const byOwner = new Map<string, WorkItem[]>(aggregates.map(({ id }) => [id, []]));
      for (const item of work) byOwner.get(item.owner)!.push(item);
      const stored = aggregates.map((listed) => storedOf(listed, byOwner.get(listed.id)!));
      await this.#backing.replace(stored, files);
      this.#state = new ClientStoreState(this.#now, stored);
      await this.requests.clear();
      this.#wake();
    });
  }

  #checkTurn(leaseToken: string | undefined): void {
    if (leaseToken !== undefined && leaseToken !== this.#leaseToken) throw leaseLost();
  }

  #get(id: string): Stored | undefined {
    const damage = this.#backing.damaged.get(id);
    if (damage) throw damage;
    return this.#state.get(id);
  }

  #wake(): void {
    for (const watcher of this.#watchers) watcher();
  }

  #work(): Work {
    return {
      claim: async (query) =>
        this.#leaseToken === null || query.leaseToken === this.#leaseToken
          ? this.#state.queues.claim(query)
          : [],
      renew: async (claims, leaseMs) => {
        for (const claim of claims) this.#state.queues.renew(claim, leaseMs);
      },
      release: async (claims) => {
        const { queues } = this.#state;
        for (const claim of claims) if (queues.holds(claim)) queues.unclaim(claim.item.id);
        this.#wake();
      },
      nextDue: async () => this.#state.queues.nextDue(),
      claimed: async () => this.#state.queues.claimed(),
      get: async (id) => this.#state.item(id),
      list: async (query) => this.#state.items(query),
      watch: (listener) => {
        const watcher = () => listener();
        this.#watchers.add(watcher);
        return () => this.#watchers.delete(watcher);
      },
    };
  }
}
