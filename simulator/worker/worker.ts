import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { Effect } from '../../spec/types.ts';
import {
  type Claim,
  ClaimLostError,
  type ClaimQuery,
  type ClientStore,
  StoreUnavailableError,
} from '../store/port.ts';
import { ConcurrencyLimit } from './concurrency-limit.ts';
import type { WorkHandlers, WorkResult } from './work-handler.ts';

export type WorkerOptions = {
  clientStore: Pick<ClientStore, 'work'>;
  /** The client's time, and whether it goes on by itself. */
  clock: () => Promise<{ now: number; isFrozen: boolean }>;
  realNow: () => number;
  /** How long a claim holds unless it is renewed: longer than anything is waited for that is sent with it. */
  leaseMs: number;
  /** Shared by all workers of a process, so that the bound holds for all of them together. */
  slots?: ConcurrencyLimit;
  onError?: (error: unknown) => void;
};

/** How many claims are asked for at once, at most. */
const BATCH = 32;
/** How long the store is left alone after it failed. */
const REST_MS = 1000;
/** How long the worker sleeps at most: the clock may be moved, or work be put, where no word of it comes from. */
const POLL_MS = 5000;
/** How often it is asked whether others have finished what they have under way. */
const DRAIN_MS = 20;

/** Does the work of one client as it falls due, as one of any number of workers that may do so. */
export class Worker {
  readonly #options: WorkerOptions;
  readonly #slots: ConcurrencyLimit;
  readonly #running = new Set<Promise<unknown>>();
  /** Claims on what is under way. A lease outlasts the work, however long that takes, while this process lives. */
  readonly #held = new Set<Claim>();
  /** What was done and could not be written down yet, by item. */
  readonly #unwritten = new Map<string, WorkResult>();
  /** Claims on what cannot be done, which are left to run out, so that it is not tried all the time. */
  readonly #stuck = new Map<string, number>();
  #handlers: WorkHandlers = {};
  /** How many claims are asked for: fewer while there are no slots for them, which others could have done meanwhile. */
  #batch = BATCH;
  #pump: Promise<void> | undefined;
  #again = false;
  #isResting = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #renewing: NodeJS.Timeout | undefined;
  #unwatch: () => void = () => {};

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#slots = options.slots ?? new ConcurrencyLimit();
  }

  start(handlers: WorkHandlers): void {
    this.#handlers = handlers;
    this.#unwatch = this.#options.clientStore.work.watch(this.wake);
    this.wake();
  }

  /** Looks for what is due. The store calls it for new work; nobody else has to, unless the clock was moved. */
  wake = (): void => {
    this.#again = true;
    if (this.#pump || this.#isClosed || this.#isResting) return;
    this.#pump = this.#pumping().finally(() => {
      this.#pump = undefined;
      if (this.#again) this.wake();
    });
  };

  /** Starts nothing more, and waits until what is under way is finished and written down. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unwatch();
    clearTimeout(this.#timer);
    await this.idle();
  }

  /** Resolves when this worker has nothing under way. */
  async idle(): Promise<void> {
    while (this.#pump || this.#running.size > 0) await Promise.all([this.#pump, ...this.#running]);
  }

  /** Resolves when nobody has anything under way; for whoever has the client to itself, since then nothing is started. */
  async drained(): Promise<void> {
    await this.idle();
    for (;;) {
      const claimed = await this.#options.clientStore.work.claimed();
      if (claimed <= this.#stuckCount()) return;
      await new Promise((resolve) => setTimeout(resolve, DRAIN_MS));
    }
  }

  /**
   * Does all that is due at an instant or falls due by then, each at its own time and in the order of time, for whoever
   * has the client to itself. `step` is told each time before what is due then is done.
   *
   * What others put meanwhile waits: a clock would never arrive if events came as fast as they are sent. `isMeant` tells.
   */
  async runUntil(
    { from, to, leaseToken }: { from: number; to: number; leaseToken: string },
    { handlers, step, isMeant }: RunOptions,
  ): Promise<Effect[]> {
    const { work } = this.#options.clientStore;
    const effects: Effect[] = [];
    const others: Claim[] = [];
    try {
      for (let at = from; ; ) {
        const claims = await this.#claim({ now: at, limit: BATCH, leaseToken });
        const meant = claims.filter(isMeant);
        others.push(...claims.filter((claim) => !isMeant(claim)));
        const done = await Promise.all(meant.map((claim) => this.#run(claim, at, async () => at, handlers)));
        effects.push(...done.flatMap((one) => one.effects));
        const failure = done.find((one) => one.failure !== undefined)?.failure;
        if (failure !== undefined) throw failure;
        if (claims.length > 0) continue;
        const next = await work.nextDue();
        if (next === null || next > to) break;
        at = Math.max(at, next);
        await step(at);
      }
    } finally {
      if (others.length > 0) await work.release(others);
    }
    return effects;
  }

  async #pumping(): Promise<void> {
    const { clientStore, clock } = this.#options;
    // What ends in one turn of the event loop is followed by one claim.
    await nextEventLoopTurn();
    try {
      while (this.#again && !this.#isClosed && !this.#isResting) {
        this.#again = false;
        const limit = Math.min(this.#batch, this.#slots.free(this.wake));
        if (limit === 0) return;
        const { now, isFrozen } = await clock();
        const claims = await this.#claim({ now, limit, except: this.#slots.full() });
        const surplus = claims.filter((claim) => !this.#start(claim, now));
        if (surplus.length > 0) await clientStore.work.release(surplus);
        const started = claims.length - surplus.length;
        this.#batch = surplus.length > 0 ? Math.max(1, started) : Math.min(BATCH, this.#batch + started);
        if (claims.length > 0) this.#again = true;
        else this.#sleep(isFrozen ? null : await clientStore.work.nextDue(), now);
      }
    } catch (error) {
      this.#rest(error);
    }
  }

  /** Claims what is due. How long a lease has left is told by this machine's clock, whatever the store's says. */
  async #claim(query: Omit<ClaimQuery, 'leaseMs'>): Promise<Claim[]> {
    const { clientStore, leaseMs, realNow } = this.#options;
    const until = realNow() + leaseMs;
    const claims = await clientStore.work.claim({ ...query, leaseMs });
    return claims.map((claim) => ({ ...claim, until }));
  }

  /** Starts what was claimed in real time; false when there is no slot for it. */
  #start(claim: Claim, now: number): boolean {
    const giveBack = this.#slots.take(claim.item.target);
    if (!giveBack) return false;
    const { clock } = this.#options;
    const later = async () => (await clock()).now;
    const run = this.#run(claim, now, later, this.#handlers).then(({ answered }) => {
      giveBack(answered);
      this.#running.delete(run);
      this.wake();
    });
    this.#running.add(run);
    return true;
  }

  /** Does a piece of work and writes down what came of it; it never rejects. */
  async #run(claim: Claim, at: number, now: () => Promise<number>, handlers: WorkHandlers): Promise<Ran> {
    const { work } = this.#options.clientStore;
    const { id, kind } = claim.item;
    let done: WorkResult | 'later' | undefined = this.#unwritten.get(id);
    this.#hold(claim);
    try {
      done ??= await handlers[kind]?.(claim, at, now);
      if (done === undefined) throw new Error(`Nobody knows how to do work of the kind ${kind}`);
      if (done === 'later') {
        await work.release([claim]);
        return { effects: [], answered: true };
      }
      const effects = await done.write(claim);
      this.#unwritten.delete(id);
      return { effects, answered: done.answered ?? true };
    } catch (error) {
      const answered = typeof done === 'object' ? (done.answered ?? true) : true;
      await this.#failed(error, claim, typeof done === 'object' ? done : undefined);
      return { effects: [], answered, ...(error instanceof StoreUnavailableError && { failure: error }) };
    } finally {
      this.#letGo(claim);
    }
  }

  #hold(claim: Claim): void {
    const { clientStore, leaseMs } = this.#options;
    this.#held.add(claim);
    // A renewal that fails is tried again with the next, while the lease still lasts.
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
    } else if (error instanceof StoreUnavailableError) {
      if (done) this.#unwritten.set(id, done);
      // If not even that can be written, the claim runs out by itself.
      await this.#options.clientStore.work.release([claim]).catch(() => {});
      this.#rest(error);
    } else {
      this.#stuck.set(id, claim.until);
      this.#options.onError?.(error);
    }
  }

  #sleep(next: number | null, now: number): void {
    clearTimeout(this.#timer);
    if (this.#isClosed) return;
    // What is due and was not handed out waits for a slot, or for somebody who has the client to itself.
    const wait = next !== null && next > now ? Math.min(next - now, POLL_MS) : POLL_MS;
    this.#timer = setTimeout(this.wake, wait);
    this.#timer.unref();
  }

  /** Leaves a store that failed alone for a while. */
  #rest(error: unknown): void {
    this.#options.onError?.(error);
    if (this.#isResting || this.#isClosed) return;
    this.#isResting = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#isResting = false;
      this.wake();
    }, REST_MS);
    this.#timer.unref();
  }

  #stuckCount(): number {
    const now = this.#options.realNow();
    for (const [id, until] of this.#stuck) if (until <= now) this.#stuck.delete(id);
    return this.#stuck.size;
  }
}

/** What a run came to; a failure is one of the store, which may be over by the next time. */
type Ran = { effects: readonly Effect[]; answered: boolean; failure?: StoreUnavailableError };

/** How a run up to an instant goes about it. */
type RunOptions = {
  handlers: WorkHandlers;
  step: (at: number) => Promise<void>;
  isMeant: (claim: Claim) => boolean;
};
