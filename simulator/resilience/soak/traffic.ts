import { setTimeout as pause } from 'node:timers/promises';
import type { Stream } from '../../../generators/random.ts';
import { type Call, Unanswered } from '../connection.ts';
import type { Problems } from '../hard-test.ts';
import { type EventRegister, events } from '../lanes/events.ts';
import { Lane } from '../lanes/lane.ts';
import { accounts, clock, entries, term, users, webhooks } from '../lanes/things.ts';
import { configuration, userFields } from '../lanes/user-fields.ts';

/** After so many events a user has had enough, and another takes over: nobody's record grows without end. */
const eventsOfOne = 40;

/** Everything that 50 connections do to a sandbox, and the books about it. */
export class Traffic {
  reads = 0;
  readonly lanes: Lane[] = [];
  readonly happenings: { register: EventRegister; lane: Lane }[] = [];
  readonly #problems: Problems;
  readonly #eventLanes: number;
  #people = 0;

  constructor(problems: Problems, connections: number) {
    this.#problems = problems;
    this.#eventLanes = Math.floor(connections / 5);
    const register = (one: unknown) => this.lanes.push(new Lane(one as never));
    for (const one of [configuration(), clock(), term('term'), webhooks('webhooks')]) register(one);
    for (let n = 1; this.lanes.length < Math.floor(connections / 2); n += 1) {
      for (const one of [
        userFields(`fields${n}`),
        users(`users${n}`),
        entries(`entries${n}`),
        accounts(`accounts${n}`),
      ])
        register(one);
    }
  }

  async open(call: Call): Promise<void> {
    for (const lane of this.lanes) await lane.open(call);
  }

  /** Runs everything until it is told to stop, or until the sandbox is gone. */
  async run(call: Call, stopped: () => boolean, connections: number, chance: Stream): Promise<void> {
    const readers = connections - this.lanes.length - this.#eventLanes;
    await Promise.all([
      ...this.lanes.map((lane) => this.#write(lane, call, stopped)),
      ...Array.from({ length: this.#eventLanes }, (_, n) => this.#happen(n, call, stopped)),
      ...Array.from({ length: readers }, (_, n) => this.#read(call, stopped, chance.fork(n))),
    ]);
  }

  /** Compares every register with what was acknowledged. */
  async settle(call: Call): Promise<void> {
    for (const lane of [...this.lanes, ...this.happenings.map((one) => one.lane)])
      await this.#settle(lane, call);
  }

  async #settle(lane: Lane, call: Call): Promise<void> {
    const problem = await lane.settle(steady(call));
    if (problem !== undefined) this.#problems.add('lost changes', `${lane.name}: ${problem}`);
  }

  async #write(lane: Lane, call: Call, stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      try {
        await lane.step(call);
        // The clock is one for all, and moving it waits for all: a few moves a second are plenty.
        if (lane.name === 'clock') await pause(400);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        if (stopped()) return;
        await this.#settle(lane, call).catch(unlessGone);
      }
    }
  }

  /** Lets things happen to one person after another; whoever is there after a crash goes on. */
  async #happen(place: number, call: Call, stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      let current = this.happenings.filter((one) => one.register.name.startsWith(`p${place}x`)).at(-1);
      if (!current || (current.lane.state as string[]).length >= eventsOfOne) {
        this.#people += 1;
        const register = events(`p${place}x${this.#people}`);
        current = { register, lane: new Lane(register as never) };
        try {
          await current.lane.open(call);
        } catch (error) {
          unlessGone(error);
          continue;
        }
        this.happenings.push(current);
      }
      await this.#write(
        current.lane,
        call,
        () => stopped() || (current.lane.state as string[]).length >= eventsOfOne,
      );
    }
  }

  async #read(call: Call, stopped: () => boolean, chance: Stream): Promise<void> {
    const paths = [
      '/users?limit=20',
      '/configuration',
      '/providers',
      '/webhooks',
      '/_sandbox/requests?limit=5',
      '/_sandbox/health',
    ];
    while (!stopped()) {
      try {
        const path = chance.pick(paths);
        const { status, text } = await call({ method: 'GET', path });
        this.reads += 1;
        if (status !== 200 && status !== faultStatus)
          this.#problems.add('reads', `${path} gave ${status}: ${text.slice(0, 300)}`);
      } catch (error) {
        unlessGone(error);
      }
    }
  }
}

const faultStatus = 503;

/** Delays, error answers and cut connections, for all operations of the service. */
export const faults = [
  { drop: true, probability: 0.01, seed: 1 },
  { status: faultStatus, probability: 0.03, seed: 2 },
  { latency_ms: 30, probability: 0.05, seed: 3 },
];

function unlessGone(error: unknown): void {
  if (!(error instanceof Unanswered)) throw error;
}

/** A call that takes no fault for an answer. */
export function steady(call: Call): Call {
  return async (asked) => {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await call(asked);
        if (answer.status !== faultStatus || tries === 20) return answer;
      } catch (error) {
        // A connection that is refused belongs to a sandbox that is gone.
        if (tries === 20 || String(error).includes('ECONNREFUSED')) throw error;
      }
    }
  };
}
