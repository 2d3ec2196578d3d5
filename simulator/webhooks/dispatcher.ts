import { type Alarm, createAlarm } from './alarm.ts';
import { stopped } from './delivery.ts';
import type { DeliveryLedger, Taken, TakenLane } from './delivery-ledger.ts';
import type { DeliveryPolicy } from './delivery-policy.ts';
import { seal } from './envelope.ts';
import { createFreshBytes } from './fresh-bytes.ts';
import { type AttemptContext, type DeliveryEffect, type LaneRun, runLane } from './lane-run.ts';
import { Recorder } from './recorder.ts';
import { Slots } from './slots.ts';
import type { Transport } from './transport.ts';

/** What a dispatcher works with; all instants are those of one clock. */
export type DispatcherOptions = {
  ledger: DeliveryLedger;
  transport: Transport;
  policy: DeliveryPolicy;
  now: () => number;
  /** For jitter: a number in [0, 1). */
  random: () => number;
  vendor?: string;
  /** How messages are put into envelopes, when not as the document says. */
  seal?: typeof seal;
  /** Shared by all dispatchers of a process, so that the bound holds for all of them together. */
  slots?: Slots;
  alarm?: Alarm;
  /** Fresh bytes for a vector; never from a seed, for a vector must not come twice. */
  iv?: (bytes: number) => Uint8Array;
  /** Real milliseconds, to tell how long an attempt took. */
  stopwatch?: () => number;
  /** Hears of every attempt made in real time. */
  onAttempt?: (effect: DeliveryEffect) => void;
  /** Hears of a ledger that failed; what it could not tell or write is tried again. */
  onFault?: (error: unknown) => void;
};

/** How long a ledger that failed is left alone. */
const FAULT_PAUSE_MS = 1000;

/** Sends what is due in the ledger: in order within a lane, side by side among lanes, at least once. */
export class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #context: AttemptContext;
  readonly #slots: Slots;
  readonly #alarm: Alarm;
  readonly #runs = new Set<Promise<void>>();
  #pump: Promise<void> | null = null;
  #again = false;
  /** Virtual runs under way or waiting: nothing is started in real time meanwhile. */
  #holds = 0;
  #turn: Promise<unknown> = Promise.resolve();
  #resting = false;
  #closed = false;
  #cancelAlarm: () => void = () => {};

  constructor(options: DispatcherOptions) {
    const { ledger, transport, policy, vendor, random } = options;
    this.#options = options;
    this.#slots = options.slots ?? new Slots();
    this.#alarm = options.alarm ?? createAlarm(options.now);
    this.#context = {
      ...{ ledger, transport, policy, vendor, random },
      seal: options.seal ?? seal,
      recorder: new Recorder(ledger),
      iv: options.iv ?? createFreshBytes(),
      stopwatch: options.stopwatch ?? (() => performance.now()),
    };
  }

  /** Looks for what is due: to be called at the start, for new deliveries, and when the clock was moved. */
  wake = (): void => {
    this.#again = true;
    if (this.#pump !== null || this.#halted() || this.#resting) return;
    this.#pump = this.#pumping().finally(() => {
      this.#pump = null;
      if (this.#again) this.wake();
    });
  };

  /**
   * Makes all attempts that fall due up to an instant, in the order of time, as if the clock stood at each of them.
   *
   * What is under way in real time is finished first, and what is stored meanwhile is left for later: a clock would
   * never arrive if events came as fast as they are sent. Call `wake` once the clock has been moved there.
   */
  runUntil(instant: number): Promise<DeliveryEffect[]> {
    return this.#alone(async () => {
      const effects: DeliveryEffect[] = [];
      let at = Math.min(this.#options.now(), instant);
      const upTo = this.#context.ledger.mark();
      while (!this.#closed) {
        let free = () => {};
        const freed = new Promise<void>((resolve) => {
          free = resolve;
        });
        const { lanes, next, refused } = await this.#take(at, free, upTo);
        effects.push(...(await this.#runAll(lanes, at)));
        if (lanes.length > 0) continue;
        if (refused) await freed;
        else if (next !== null && next <= instant) at = next;
        else break;
      }
      return effects;
    });
  }

  /** Gives up all that is pending for a subscription that was deleted. */
  async stop(webhook_id: string): Promise<void> {
    const { ledger, recorder } = this.#context;
    const pending = await ledger.pendingOf(webhook_id);
    await Promise.all(
      pending.map(({ user_id, delivery_id }) => recorder.record(user_id, { delivery_id, change: stopped })),
    );
  }

  /** Resolves when nothing is under way and nothing that is due can be started. */
  async idle(): Promise<void> {
    while (this.#pump !== null || this.#runs.size > 0) await Promise.all([this.#pump, ...this.#runs]);
  }

  /** Starts nothing more, and waits until what is under way is finished and written down. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelAlarm();
    await this.#turn;
    await this.idle();
  }

  #halted = (): boolean => this.#closed || this.#holds > 0;

  async #pumping(): Promise<void> {
    try {
      while (this.#again && !this.#halted() && !this.#resting) {
        this.#again = false;
        const { lanes, next } = await this.#take(this.#options.now(), this.wake);
        for (const lane of lanes) this.#start(lane);
        this.#setAlarm(next);
      }
    } catch (error) {
      this.#fault(error);
    }
  }

  /** Takes what is due, with a slot for each lane; `refused` tells that some had to stay for want of one. */
  async #take(now: number, whenFreed: () => void, upTo?: number): Promise<Taken & { refused: boolean }> {
    const claimed: string[] = [];
    let refused = false;
    const claim = (webhook_id: string) => {
      const granted = this.#slots.claim(webhook_id, whenFreed);
      if (granted) claimed.push(webhook_id);
      else refused = true;
      return granted;
    };
    try {
      const taken = await this.#context.ledger.take({ now, claim, upTo });
      return { ...taken, refused };
    } catch (error) {
      for (const webhook_id of claimed) this.#slots.release(webhook_id, true);
      throw error;
    }
  }

  /** Runs a lane in real time. */
  #start(lane: TakenLane): void {
    const run = this.#run(lane, this.#options.now, this.#halted)
      .then((effects) => {
        for (const effect of effects) this.#options.onAttempt?.(effect);
      })
      .catch((error) => this.#fault(error))
      .finally(() => {
        this.#runs.delete(run);
        this.wake();
      });
    this.#runs.add(run);
  }

  /** Runs a lane that was taken, and gives it back once all is written down. */
  async #run(lane: TakenLane, now: () => number, halt: () => boolean): Promise<DeliveryEffect[]> {
    const { ledger } = this.#context;
    try {
      const { effects, recorded, ending } = await this.#inSlot(lane, now, halt);
      await recorded;
      if (ending !== null) {
        await ledger.endSubscription(lane.webhook_id, ending);
        await this.stop(lane.webhook_id);
      }
      return effects;
    } finally {
      ledger.giveBack(lane);
    }
  }

  /** Runs lanes side by side at one instant; when one fails, the others are finished first. */
  async #runAll(lanes: TakenLane[], at: number): Promise<DeliveryEffect[]> {
    const run = (lane: TakenLane) =>
      this.#run(
        lane,
        () => at,
        () => this.#closed,
      );
    const settled = await Promise.allSettled(lanes.map(run));
    const failure = settled.find((one) => one.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
    return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  }

  async #inSlot(lane: TakenLane, now: () => number, halt: () => boolean): Promise<LaneRun> {
    let answered = true;
    try {
      const run = await runLane(lane, now, halt, this.#context);
      answered = run.answered;
      return run;
    } finally {
      this.#slots.release(lane.webhook_id, answered);
    }
  }

  /** Does something while nothing is sent in real time, one such thing after another. */
  #alone<T>(task: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    const result = this.#turn
      .then(() => this.idle())
      .then(task)
      .finally(() => {
        this.#holds -= 1;
        this.wake();
      });
    this.#turn = result.catch(() => {});
    return result;
  }

  #setAlarm(next: number | null): void {
    if (this.#resting) return;
    this.#cancelAlarm();
    if (next !== null && !this.#closed) this.#cancelAlarm = this.#alarm(next, this.wake);
  }

  /** Leaves a ledger that failed alone for a while: what it did not hear of is sent once more, not for ever at once. */
  #fault(error: unknown): void {
    this.#options.onFault?.(error);
    if (this.#resting || this.#closed) return;
    this.#resting = true;
    this.#cancelAlarm();
    this.#cancelAlarm = this.#alarm(this.#options.now() + FAULT_PAUSE_MS, () => {
      this.#resting = false;
      this.wake();
    });
  }
}
