import { setTimeout as delay, setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { Effect } from '../../spec/types.ts';
import {
  type Claim,
  ClaimLostError,
  type ClaimQuery,
  type ClientStore,
  StoreUnavailableError,
} from '../store/port.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import type { Ahead, WorkHandlers, WorkResult } from './work-handler.ts';

export type WorkerOptions = {
  clientStore: Pick<ClientStore, 'work'>;
  /** Reads the client's time, and whether the clock stands still. */
  state: { clock(): Promise<{ now: number; isFrozen: boolean }> };
  realNow: () => number;
  /** How long a claim lasts unless it is renewed: longer than the timeout of a delivery. */
  leaseMs: number;
  /** Shared by all workers of a process. */
  limit: ConcurrencyLimit;
  onError?: (error: unknown) => void;
  /** A claim ran out before its work was stored. */
  onClaimLost?: () => void;
};

const BATCH = 32;
/** How many results may wait for the store before no more work is claimed: a slow store must not fill the memory. */
const MOST_STORING = 512;
/** How long the worker waits after the store failed. */
const REST_MS = 1000;
/**
 * The longest sleep: another process may die with claims, and no notification says so. Longer while nothing happens, so that
 * a sandbox at rest leaves its database alone.
 */
const POLL_MS = 5000;
const LONGEST_POLL_MS = 30_000;
/** How long `drained` waits at first before it asks the store again, and how long at most. */
const DRAIN_MS = 10;
const LONGEST_DRAIN_MS = 250;

/** Does the work of one client as it falls due. Other processes may have workers of the same client. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #limit: ConcurrencyLimit;
  readonly #running = new Set<Promise<unknown>>();
  /** How much of it was tried and waits to be stored. */
  #storing = 0;
  /** Claims of work that is running; they are renewed for as long as it takes. */
  readonly #held = new Set<Claim>();
  /** Results that could not be stored yet, by item. */
  readonly #unwritten = new Map<string, WorkResult>();
  /** When the claims of work that failed run out, by item: they are not released, so that it is not retried at once. */
  readonly #stuck = new Map<string, number>();
  #handlers: WorkHandlers = {};
  /** How many claims to ask for: fewer while the limit is reached, so that other processes can claim the rest. */
  #batch = BATCH;
  #pump: Promise<void> | undefined;
  #again = false;
  #pollMs = POLL_MS;
  /** Since when there may be due work that was not claimed yet (real time). */
  #behindSince: number | undefined;
  #isResting = false;
  /** While `runUntil` runs, the lease makes every other claim of this process fail, so the worker does not look for work. */
  #isMoving = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #renewing: NodeJS.Timeout | undefined;
  #unwatch: () => void = () => {};

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#limit = options.limit;
  }

  start(handlers: WorkHandlers): void {
    this.#handlers = handlers;
    this.#unwatch = this.#options.clientStore.work.watch(this.wake);
    this.wake();
  }

  /** Looks for due work. The store calls this when work is put; call it after a move of the clock. */
  wake = (): void => {
    this.#pollMs = POLL_MS;
    this.#look();
  };

  #look(): void {
    this.#again = true;
    this.#behindSince ??= this.#options.realNow();
    if (this.#pump || this.#isClosed || this.#isResting || this.#isMoving) return;
    this.#pump = this.#pumping().finally(() => {
      this.#pump = undefined;
      if (this.#again) this.#look();
    });
  }

  /** How long due work has waited for this worker to claim it. */
  get behindMs(): number {
    return this.#behindSince === undefined ? 0 : this.#options.realNow() - this.#behindSince;
  }

  /** Starts nothing more, and waits until running work is finished and stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unwatch();
    clearTimeout(this.#timer);
    await this.idle();
  }

  /** Resolves when this worker has no running work and has looked for more, however often it is woken meanwhile. */
  async idle(): Promise<void> {
    // The pump that runs now may have looked too early, so the next one counts as well; a third would find no more.
    for (let pumps = 0; pumps < 2 && (this.#pump || this.#running.size > 0); pumps += 1) {
      await Promise.all([this.#pump, ...this.#running]);
      if (this.#running.size > 0) pumps = -1;
    }
  }

  /**
   * Resolves when no process has running work. Call it inside `exclusively`: no other worker can claim work then, so the
   * claims in the store are all there is to wait for.
   */
  async drained(): Promise<void> {
    for (let wait = DRAIN_MS; ; wait = Math.min(2 * wait, LONGEST_DRAIN_MS)) {
      const claimed = await this.#options.clientStore.work.claimed();
      if (claimed <= this.#stuckCount()) return;
      await delay(wait);
    }
  }

  /**
   * Does all work that falls due up to an instant, each item at its own time and in the order of time; for a caller that
   * holds the client's lease. Calls `step` with a time that is not earlier before it does the work of that time. Items
   * for which `isMeant` is false are left for later. Deliveries of different times are sent at once where no outcome of
   * one can bring about work before another: with a receiver that hangs they would keep the client waiting one by one.
   */
  async runUntil({ from, to, leaseToken }: Span, options: RunOptions): Promise<Effect[]> {
    const { handlers, step, isMeant, lookahead } = options;
    const { work } = this.#options.clientStore;
    const effects: Effect[] = [];
    const others: Claim[] = [];
    /** By queue, the time of what was done last: what waits behind it is not done earlier. */
    const reached = new Map<string, number>();
    this.#isMoving = true;
    try {
      for (let at = from, horizon = from; ; ) {
        const claims = await this.#claim({ now: horizon, limit: BATCH, leaseToken });
        const meant = claims.filter(isMeant);
        others.push(...claims.filter((claim) => !isMeant(claim)));
        let ahead: Ahead | undefined;
        if (meant.length === 1 && claims.every(computes))
          ahead = { until: Math.min(to, ((await work.nextDue()) ?? to + 1) - 1), step };
        const running: Promise<Run>[] = [];
        for (const claim of meant) {
          const { due, queue } = claim.item;
          const time = Math.max(at, due ?? at, reached.get(queue) ?? at);
          reached.set(queue, time);
          running.push(this.#run(claim, time, async () => time, handlers, { ahead }));
          if (computes(claim)) await nextEventLoopTurn();
        }
        const runs = await Promise.all(running);
        effects.push(...runs.flatMap((run) => run.effects));
        const failure = runs.find((run) => run.failure !== undefined)?.failure;
        if (failure !== undefined) throw failure;
        const next = await work.nextDue();
        if (next === null || next > to) break;
        if (next <= horizon && claims.length > 0) continue;
        at = Math.max(horizon, next);
        horizon = at;
        if (lookahead && claims.some((claim) => !computes(claim))) {
          const other = (await work.nextDue(await lookahead.targets())) ?? Number.POSITIVE_INFINITY;
          horizon = Math.max(at, Math.min(to, at + lookahead.ms, other - 1));
        }
        await step(horizon);
      }
    } finally {
      this.#isMoving = false;
      if (others.length > 0) await work.release(others);
    }
    return effects;
  }

  /** Claims and starts due work until there is no more. It ends then, also when it was woken meanwhile. */
  async #pumping(): Promise<void> {
    const { clientStore, state } = this.#options;
    // One claim for all work that ends in one turn of the event loop: 510 claims for 1,000 deliveries instead of 2,955.
    await nextEventLoopTurn();
    try {
      while (!this.#isClosed && !this.#isResting) {
        this.#again = false;
        const room = MOST_STORING - this.#storing;
        const limit = Math.min(this.#batch, room, this.#limit.free(this.wake));
        if (limit <= 0) return;
        const { now, isFrozen } = await state.clock();
        const claims = await this.#claim({ now, limit, except: this.#limit.full() });
        const surplus: Claim[] = [];
        for (const claim of claims) {
          if (!this.#start(claim, now)) surplus.push(claim);
          else if (computes(claim)) await nextEventLoopTurn();
        }
        if (surplus.length > 0) await clientStore.work.release(surplus);
        const started = claims.length - surplus.length;
        const grown = Math.min(BATCH, this.#batch + Math.ceil(started / 4));
        this.#batch = surplus.length > 0 ? Math.max(1, started) : grown;
        if (claims.length > 0) continue;
        const next = isFrozen ? null : await clientStore.work.nextDue(this.#limit.full());
        if (next === null || next > now) this.#behindSince = undefined;
        this.#sleep(next, now);
        return;
      }
    } catch (error) {
      this.#rest(error);
    }
  }

  /** Claims due work. The lease ends by this machine's clock, whatever the store's clock says. */
  async #claim(query: Omit<ClaimQuery, 'leaseMs'>): Promise<Claim[]> {
    const { clientStore, leaseMs, realNow } = this.#options;
    const until = realNow() + leaseMs;
    const claims = await clientStore.work.claim({ ...query, leaseMs });
    return claims.map((claim) => ({ ...claim, until }));
  }

  #start(claim: Claim, now: number): boolean {
    const giveBack = this.#limit.take(claim.item.target);
    if (!giveBack) return false;
    const { state } = this.#options;
    const later = async () => (await state.clock()).now;
    // The receiver need not wait for the store: its next request starts while results are stored, which become one transaction.
    const attempted = (answered: boolean) => {
      this.#storing += 1;
      giveBack(answered);
      this.wake();
    };
    const run = this.#run(claim, now, later, this.#handlers, { attempted }).then(() => {
      this.#storing -= 1;
      this.#running.delete(run);
      this.wake();
    });
    this.#running.add(run);
    return true;
  }

  /** Does a piece of work, says whether its receiver answered, and stores the result; it never rejects. */
  async #run(
    claim: Claim,
    at: number,
    now: () => Promise<number>,
    handlers: WorkHandlers,
    { ahead, attempted }: { ahead?: Ahead | undefined; attempted?: (answered: boolean) => void } = {},
  ): Promise<Run> {
    const { work } = this.#options.clientStore;
    const { id, kind } = claim.item;
    let done: WorkResult | 'later' | undefined = this.#unwritten.get(id);
    this.#hold(claim);
    try {
      try {
        done ??= await handlers[kind]?.(claim, at, now, ahead);
        if (done === undefined) throw new Error(`There is no handler for work of the kind ${kind}`);
      } finally {
        attempted?.(typeof done === 'object' ? (done.answered ?? true) : true);
      }
      if (done === 'later') {
        await work.release([claim]);
        return { effects: [] };
      }
      const effects = await done.write(claim);
      this.#unwritten.delete(id);
      return { effects };
    } catch (error) {
      await this.#failed(error, claim, typeof done === 'object' ? done : undefined);
      return { effects: [], failure: error instanceof StoreUnavailableError ? error : undefined };
    } finally {
      this.#letGo(claim);
    }
  }

  #hold(claim: Claim): void {
    const { clientStore, leaseMs } = this.#options;
    this.#held.add(claim);
    // The lease lasts for three renewals, so one may fail.
    const renew = () => void clientStore.work.renew([...this.#held], leaseMs).catch(() => {});
    this.#renewing ??= setInterval(renew, leaseMs / 3).unref();
  }

  #letGo(claim: Claim): void {
    this.#held.delete(claim);
    if (this.#held.size > 0) return;
    clearInterval(this.#renewing);
    this.#renewing = undefined;
  }

  async #failed(error: unknown, claim: Claim, done: WorkResult | undefined): Promise<void> {
    const { id } = claim.item;
    if (error instanceof ClaimLostError) {
      this.#unwritten.delete(id);
      this.#options.onClaimLost?.();
    } else if (error instanceof StoreUnavailableError) {
      if (done) this.#unwritten.set(id, done);
      // If the release fails too, the lease runs out.
      await this.#options.clientStore.work.release([claim]).catch(() => {});
      this.#rest(error);
    } else {
      this.#stuck.set(id, claim.until);
      this.#options.onError?.(error);
    }
  }

  #sleep(next: number | null, now: number): void {
    // While the worker rests, the timer is the one that ends the rest: work may fail during the last claim of a pump.
    if (this.#isClosed || this.#isResting) return;
    clearTimeout(this.#timer);
    // Due work that was not claimed waits for a free slot, or for the end of an exclusive task.
    const wait = next !== null && next > now ? Math.min(next - now, this.#pollMs) : this.#pollMs;
    this.#pollMs = Math.min(2 * this.#pollMs, LONGEST_POLL_MS);
    this.#timer = setTimeout(() => this.#look(), wait).unref();
  }

  /** Waits before it uses a store that failed again. */
  #rest(error: unknown): void {
    this.#options.onError?.(error);
    if (this.#isResting || this.#isClosed) return;
    this.#isResting = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isResting = false;
      this.wake();
    }, REST_MS).unref();
  }

  #stuckCount(): number {
    const now = this.#options.realNow();
    for (const [id, until] of this.#stuck) if (until <= now) this.#stuck.delete(id);
    return this.#stuck.size;
  }
}

/** Whether work computes rather than waits: a year of hourly checks in one turn would block requests for 26 s. */
const computes = ({ item }: Claim): boolean => item.target === null;

/** The result of a run; `failure` is set when the store failed, which may be over by the next run. */
type Run = { effects: readonly Effect[]; failure?: StoreUnavailableError | undefined };

/** The time that a move of the clock goes through, and its lease on the client. */
export type Span = { from: number; to: number; leaseToken: string };

type RunOptions = {
  handlers: WorkHandlers;
  step: (at: number) => Promise<void>;
  isMeant: (claim: Claim) => boolean;
  /** For how long a delivery to one of the targets brings about no other work. */
  lookahead?: { ms: number; targets: () => Promise<readonly string[]> };
};
