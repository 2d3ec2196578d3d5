import { setTimeout as pause } from 'node:timers/promises';
import type { Stream } from '../../../generators/random.ts';
import { type Call, Unanswered } from '../connection.ts';
import type { Problems } from '../resilience-test.ts';
import { type EventRegister, events } from '../writers/events.ts';
import { accounts, clock, entries, term, users, webhooks } from '../writers/things.ts';
import { configuration, userFields } from '../writers/user-fields.ts';
import { Writer, writersOf } from '../writers/writer.ts';

/** After so many events a user has had enough, and another takes over: nobody's record grows without end. */
const eventsOfOne = 40;

/** Everything that 50 connections do to a sandbox, and the books about it. */
export class Traffic {
  reads = 0;
  readonly writers: Writer[] = [];
  readonly happenings: { register: EventRegister; writer: Writer }[] = [];
  readonly #problems: Problems;
  readonly #eventLanes: number;
  #people = 0;

  constructor(problems: Problems, connections: number) {
    this.#problems = problems;
    this.#eventLanes = Math.floor(connections / 5);
    this.writers.push(...writersOf(configuration(), clock(), term('term'), webhooks('webhooks')));
    for (let n = 1; this.writers.length < Math.floor(connections / 2); n += 1)
      this.writers.push(
        ...writersOf(
          userFields(`fields${n}`),
          users(`users${n}`),
          entries(`entries${n}`),
          accounts(`accounts${n}`),
        ),
      );
  }

  async open(call: Call): Promise<void> {
    for (const writer of this.writers) await writer.open(call);
  }

  /** Runs everything until it is told to stop, or until the sandbox is gone. */
  async run(call: Call, stopped: () => boolean, connections: number, chance: Stream): Promise<void> {
    const readers = connections - this.writers.length - this.#eventLanes;
    await Promise.all([
      ...this.writers.map((writer) => this.#write(writer, call, stopped)),
      ...Array.from({ length: this.#eventLanes }, (_, n) => this.#happen(n, call, stopped)),
      ...Array.from({ length: readers }, (_, n) => this.#read(call, stopped, chance.fork(n))),
    ]);
  }

  /** Compares every register with what was acknowledged. */
  async settle(call: Call): Promise<void> {
    for (const writer of [...this.writers, ...this.happenings.map((one) => one.writer)])
      await this.#settle(writer, call);
  }

  async #settle(writer: Writer, call: Call): Promise<void> {
    const problem = await writer.settle(steady(call));
    if (problem !== undefined) this.#problems.add('lost changes', `${writer.name}: ${problem}`);
  }

  async #write(writer: Writer, call: Call, stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      try {
        await writer.step(call);
        // The clock is one for all, and moving it waits for all: a few moves a second are plenty.
        if (writer.name === 'clock') await pause(400);
      } catch (error) {
        if (!(error instanceof Unanswered)) throw error;
        if (stopped()) return;
        await this.#settle(writer, call).catch(unlessGone);
      }
    }
  }

  /** Lets things happen to one person after another; whoever is there after a crash goes on. */
  async #happen(place: number, call: Call, stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      let current = this.happenings.filter((one) => one.register.name.startsWith(`p${place}x`)).at(-1);
      if (!current || (current.writer.state as string[]).length >= eventsOfOne) {
        this.#people += 1;
        const register = events(`p${place}x${this.#people}`);
        current = { register, writer: new Writer(register) };
        try {
          await current.writer.open(call);
        } catch (error) {
          unlessGone(error);
          continue;
        }
        this.happenings.push(current);
      }
      await this.#write(
        current.writer,
        call,
        () => stopped() || (current.writer.state as string[]).length >= eventsOfOne,
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
