import { randomUUID } from 'node:crypto';
import {
  type Change,
  type ChangeOptions,
  ClaimLostError,
  type Contents,
  type Document,
  type Files,
  type Found,
  type Listed,
  type ListQuery,
  type OrderRange,
  ROOT,
  type Space,
  turnLost,
  type Work,
  type WorkItem,
} from '../../port.ts';
import { checkKey } from '../key.ts';
import type { Backing } from './backing.ts';
import { InOrder } from './in-order.ts';
import { recentRequests } from './recent-requests.ts';

import { SpaceState, type Stored, storedOf } from './space-state.ts';

/** A client whose state is in memory. With a backing, memory follows what the backing has made durable. */
export class MemorySpace implements Space {
  readonly requests = recentRequests();
  readonly work: Work;
  readonly files: Files;
  readonly #backing: Backing;
  readonly #now: () => number;
  #state: SpaceState;
  /** A change of the root concerns all, so that no change is decided by a root that is going. */
  readonly #order = new InOrder();
  readonly #turns = new InOrder();
  readonly #watchers = new Set<() => void>();
  #turn: string | null = null;

  constructor(now: () => number, backing: Backing) {
    this.#now = now;
    this.#backing = backing;
    this.#state = new SpaceState(now, backing.loaded);
    this.work = this.#work();
    this.files = {
      // Files wait for what concerns all, and not for each other.
      put: (id, bytes) => this.#order.of({}, () => backing.files.put(id, bytes)),
      get: (id) => backing.files.get(id),
      remove: (ids) => this.#order.of({}, () => backing.files.remove(ids)),
      list: () => backing.files.list(),
    };
  }

  async read(id: string): Promise<Document | undefined> {
    return this.#get(id)?.document;
  }

  async change<T>(id: string, change: (found: Found) => Change<T>, options: ChangeOptions = {}): Promise<T> {
    checkKey(id);
    const task = () => this.#change(id, change, options);
    return id === ROOT ? this.#order.ofAll(task) : this.#order.of(id, task);
  }

  async #change<T>(
    id: string,
    change: (found: Found) => Change<T>,
    { item, claim, turn }: ChangeOptions,
  ): Promise<T> {
    this.#checkTurn(turn);
    const state = this.#state;
    const now = this.#get(id);
    const found = now?.work.get(claim?.item.id ?? item ?? '');
    if (claim && !(found && state.lanes.holds(claim)))
      throw new ClaimLostError(`${claim.item.id} is no longer claimed`);
    const decided = change({ document: now?.document, root: this.#get(ROOT)?.document, item: found });
    const next = state.decide(id, now, decided);
    const write = async () => {
      if (next !== now) await this.#backing.save(id, next);
    };
    await (claim ? state.lanes.keeping(claim, write) : write());
    if (claim) state.lanes.unclaim(claim.item.id);
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

  async count(ranges: readonly OrderRange[]): Promise<number[]> {
    return ranges.map((range) => this.#state.range(range)).map(([from, to]) => to - from);
  }

  exclusively<T>(task: (turn: string) => Promise<T>): Promise<T> {
    return this.#turns.ofAll(async () => {
      const turn = randomUUID();
      this.#turn = turn;
      try {
        return await task(turn);
      } finally {
        this.#turn = null;
        this.#wake();
      }
    });
  }

  contents(): Promise<Contents> {
    return this.#order.ofAll(async () => {
      for (const damage of this.#backing.damaged.values()) throw damage;
      const files: { id: string; bytes: Uint8Array }[] = [];
      for (const id of (await this.files.list()).sort())
        files.push({ id, bytes: (await this.files.get(id))! });
      return { aggregates: this.#state.slice(0, Number.POSITIVE_INFINITY), work: this.#state.items(), files };
    });
  }

  replace({ aggregates, work, files }: Contents, { turn }: Pick<ChangeOptions, 'turn'> = {}): Promise<void> {
    return this.#order.ofAll(async () => {
      this.#checkTurn(turn);
      const byOwner = new Map<string, WorkItem[]>(aggregates.map(({ id }) => [id, []]));
      for (const item of work) byOwner.get(item.owner)!.push(item);
      const stored = aggregates.map((listed) => storedOf(listed, byOwner.get(listed.id)!));
      await this.#backing.replace(stored, files);
      this.#state = new SpaceState(this.#now, stored);
      await this.requests.clear();
      this.#wake();
    });
  }

  #checkTurn(turn: string | undefined): void {
    if (turn !== undefined && turn !== this.#turn) throw turnLost();
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
        this.#turn === null || query.turn === this.#turn ? this.#state.lanes.claim(query) : [],
      renew: async (claims, leaseMs) => {
        for (const claim of claims) this.#state.lanes.renew(claim, leaseMs);
      },
      release: async (claims) => {
        const { lanes } = this.#state;
        for (const claim of claims) if (lanes.holds(claim)) lanes.unclaim(claim.item.id);
        this.#wake();
      },
      nextDue: async () => this.#state.lanes.nextDue(),
      claimed: async () => this.#state.lanes.claimed(),
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
