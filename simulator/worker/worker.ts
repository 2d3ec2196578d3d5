import { setTimeout as delay, setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import type { Effect } from '../../spec/types.ts';
import type { Claim } from '../store/port.ts';
import { BATCH, type ClaimRunner, type ClaimRunnerOptions, claimRunner, computes } from './claim-runner.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';
import { type RunUntilOptions, runUntil, type Span } from './run-until.ts';
import type { WorkHandlers } from './work-handler.ts';

export type WorkerOptions = ClaimRunnerOptions & {
  /** Reads the client's time, and whether the clock stands still. */
  state: { clock(): Promise<{ now: number; isFrozen: boolean }> };
  /** Shared by all workers of a process. */
  limit: ConcurrencyLimit;
};

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
  readonly #runner: ClaimRunner;
  readonly #running = new Set<Promise<unknown>>();
  /** How much of it was tried and waits to be stored. */
  #storing = 0;
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
  #unwatch: () => void = () => {};

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#limit = options.limit;
    this.#runner = claimRunner(options, (error) => this.#rest(error));
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
      if (claimed <= this.#runner.stuckCount()) return;
      await delay(wait);
    }
  }

  /** Does the work of a move of the clock, and claims no other meanwhile. */
  runUntil(span: Span, options: RunUntilOptions): Promise<Effect[]> {
    this.#isMoving = true;
    return runUntil(this.#runner, span, options).finally(() => {
      this.#isMoving = false;
    });
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
        const claims = await this.#runner.claim({ now, limit, except: this.#limit.full() });
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
    const handle = () => this.#handlers[claim.item.kind]?.(claim, now, later);
    const run = this.#runner.run(claim, handle, attempted).then(() => {
      this.#storing -= 1;
      this.#running.delete(run);
      this.wake();
    });
    this.#running.add(run);
    return true;
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
}
