import { setTimeout as pause } from 'node:timers/promises';
import type { Stream } from '../../../generators/random.ts';
import type { RequestBody } from '../../../spec/operations.ts';
import { ask, type Call } from './connection.ts';
import type { Problems } from './problems.ts';
import { type Happening, happening } from './writers/events.ts';
import {
  accounts,
  clock,
  configuration,
  entries,
  term,
  userFields,
  users,
  webhooks,
} from './writers/things.ts';
import { unlessUnanswered, type Writer, writersOf } from './writers/writer.ts';

/** After so many events another user takes over, so that no user's record grows without end. */
const EVENTS_OF_ONE = 40;

/** Everything that many connections do to a sandbox, and the books about it. */
export class Traffic {
  reads = 0;
  readonly writers: Writer[] = [];
  readonly happenings: Happening[] = [];
  readonly #problems: Problems;
  readonly #connections: number;
  #users = 0;

  constructor(problems: Problems, connections: number) {
    this.#problems = problems;
    this.#connections = connections;
    this.writers.push(...writersOf(configuration(), clock(), term('term'), webhooks('webhooks')));
    for (let n = 1; this.writers.length < Math.floor(connections / 2); n += 1)
      this.writers.push(
        ...writersOf(userFields(`fields${n}`), users(`users${n}`)),
        ...writersOf(entries(`entries${n}`), accounts(`accounts${n}`)),
      );
  }

  eventWriters(): Writer[] {
    return this.happenings.map(({ writer }) => writer);
  }

  async open(call: Call): Promise<void> {
    for (const writer of this.writers) await writer.open(call);
  }

  /** Runs everything until the test stops it, or until the sandbox is gone. */
  async run(call: Call, stopped: () => boolean, chance: Stream): Promise<void> {
    const eventQueues = Math.floor(this.#connections / 5);
    const readers = this.#connections - this.writers.length - eventQueues;
    await Promise.all([
      ...this.writers.map((writer) => this.#write(writer, call, stopped)),
      ...Array.from({ length: eventQueues }, (_, n) => this.#makeEvents(n, call, stopped)),
      ...Array.from({ length: readers }, (_, n) => this.#read(call, stopped, chance.fork(n))),
    ]);
  }

  async settle(call: Call): Promise<void> {
    for (const writer of [...this.writers, ...this.eventWriters()]) await this.#settle(writer, call);
  }

  async #settle(writer: Writer, call: Call): Promise<void> {
    const problem = await writer.settle(steady(call));
    if (problem !== undefined) this.#problems.add('lost changes', `${writer.name}: ${problem}`);
  }

  async #write(writer: Writer, call: Call, stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      try {
        await writer.step(call);
        // All share one clock, and moving it waits for all: a few moves a second are enough.
        if (writer.name === 'clock') await pause(400);
      } catch (error) {
        unlessUnanswered(error);
        if (stopped()) return;
        await this.#settle(writer, call).catch(unlessUnanswered);
      }
    }
  }

  /** Makes events of one user after another; after a crash the last user goes on. */
  async #makeEvents(queue: number, call: Call, stopped: () => boolean): Promise<void> {
    while (!stopped()) {
      let current = this.happenings.findLast(({ register }) => register.name.startsWith(`p${queue}x`));
      if (!current || current.writer.state.length >= EVENTS_OF_ONE) {
        this.#users += 1;
        current = happening(`p${queue}x${this.#users}`);
        try {
          await current.writer.open(call);
        } catch (error) {
          unlessUnanswered(error);
          continue;
        }
        this.happenings.push(current);
      }
      const { writer } = current;
      await this.#write(writer, call, () => stopped() || writer.state.length >= EVENTS_OF_ONE);
    }
  }

  async #read(call: Call, stopped: () => boolean, chance: Stream): Promise<void> {
    const requests = [
      ask('listUsers', { query: { limit: 20 } }),
      ask('getConfiguration'),
      ask('listProviders'),
      ask('listWebhooks'),
      ask('listRequests', { query: { limit: 5 } }),
      ask('getHealth'),
    ];
    while (!stopped()) {
      try {
        const asked = chance.pick(requests);
        const { status, text } = await call(asked);
        this.reads += 1;
        if (status !== 200 && status !== faultStatus)
          this.#problems.add('reads', `${asked.path} gave ${status}: ${text.slice(0, 300)}`);
      } catch (error) {
        unlessUnanswered(error);
      }
    }
  }
}

const faultStatus = 503;

/** Delays, error responses and cut connections, for all operations of the service. */
export const faults: NonNullable<RequestBody<'setFaults'>>['faults'] = [
  { drop: true, probability: 0.01, seed: 1 },
  { status: faultStatus, probability: 0.03, seed: 2 },
  { latency_ms: 30, probability: 0.05, seed: 3 },
];

export function steady(call: Call): Call {
  return async (asked) => {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await call(asked);
        if (answer.status !== faultStatus || tries === 20) return answer;
      } catch (error) {
        // A sandbox that refuses the connection has ended.
        if (tries === 20 || String(error).includes('ECONNREFUSED')) throw error;
      }
    }
  };
}
