import { randomUUID } from 'node:crypto';
import {
  type Change,
  type ChangeOptions,
  type Claim,
  ClaimLostError,
  type ClaimQuery,
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
  type WorkQuery,
} from '../../port.ts';
import { checkKey } from '../key.ts';
import type { Backing } from './backing.ts';
import { recentRequests } from './recent-requests.ts';
import { SharedLock } from './shared-lock.ts';
import { SpaceState, type Stored, storedOf } from './space-state.ts';

/** A client whose state is in memory. With a backing, memory follows what the backing has made durable. */
export class MemorySpace implements Space {
  readonly requests = recentRequests();
  readonly work: Work;
  readonly files: Files;
  readonly #backing: Backing;
  readonly #now: () => number;
  #state: SpaceState;
  /** Changes share it and a change of the root has it alone, so that no change is decided by a root that is going. */
  readonly #lock = new SharedLock();
  readonly #turns = new SharedLock();
  readonly #changing = new Map<string, Promise<unknown>>();
  readonly #watchers = new Set<() => void>();
  #turn: string | null = null;

  constructor(now: () => number, backing: Backing) {
    this.#now = now;
    this.#backing = backing;
    this.#state = new SpaceState(now, backing.loaded);
    this.work = this.#work();
    this.files = {
      put: (id, bytes) => this.#lock.shared(() => backing.files.put(id, bytes)),
      get: (id) => backing.files.get(id),
      remove: (ids) => this.#lock.shared(() => backing.files.remove(ids)),
      list: () => backing.files.list(),
    };
  }

  async read(id: string): Promise<Document | undefined> {
    return this.#get(id)?.document;
  }

  async change<T>(id: string, change: (found: Found) => Change<T>, options: ChangeOptions = {}): Promise<T> {
    checkKey(id);
    if (id === ROOT) return this.#lock.exclusive(() => this.#change(id, change, options));
    return this.#lock.shared(() => this.#afterOthers(id, () => this.#change(id, change, options)));
  }

  /** Changes of one id happen one after the other. */
  async #afterOthers<T>(id: string, task: () => Promise<T>): Promise<T> {
    const running = (this.#changing.get(id) ?? Promise.resolve()).then(task);
    const settled = running.catch(() => {});
    this.#changing.set(id, settled);
    try {
      return await running;
    } finally {
      if (this.#changing.get(id) === settled) this.#changing.delete(id);
    }
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
    return this.#turns.exclusive(async () => {
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
    return this.#lock.exclusive(async () => {
      for (const damage of this.#backing.damaged.values()) throw damage;
      const files: { id: string; bytes: Uint8Array }[] = [];
      for (const id of (await this.files.list()).sort())
        files.push({ id, bytes: (await this.files.get(id))! });
      return { aggregates: this.#state.slice(0, Number.POSITIVE_INFINITY), work: this.#state.items(), files };
    });
  }

  replace({ aggregates, work, files }: Contents, { turn }: Pick<ChangeOptions, 'turn'> = {}): Promise<void> {
    return this.#lock.exclusive(async () => {
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
      claim: async (query: ClaimQuery) =>
        this.#turn === null || query.turn === this.#turn ? this.#state.lanes.claim(query) : [],
      renew: async (claims: readonly Claim[], leaseMs: number) => {
        for (const claim of claims) this.#state.lanes.renew(claim, leaseMs);
      },
      release: async (claims: readonly Claim[]) => {
        const { lanes } = this.#state;
        for (const claim of claims) if (lanes.holds(claim)) lanes.unclaim(claim.item.id);
        this.#wake();
      },
      nextDue: async () => this.#state.lanes.nextDue(),
      claimed: async () => this.#state.lanes.claimed(),
      get: async (id: string) => this.#state.item(id),
      list: async (query: WorkQuery) => this.#state.items(query),
      watch: (listener: () => void) => {
        const watcher = () => listener();
        this.#watchers.add(watcher);
        return () => this.#watchers.delete(watcher);
      },
    };
  }
}
