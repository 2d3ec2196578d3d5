import { isDeepStrictEqual } from 'node:util';
import {
  type Asked,
  type Call,
  must,
  type ReceivedResponse,
  Unanswered,
  UnexpectedAnswer,
} from '../connection.ts';
import type { Problems } from '../resilience-test.ts';

/** A change to make, and what stands there once it is made. */
export type Step<State> = { ask: Asked; after: (answer: ReceivedResponse['body'] | undefined) => State };

/**
 * Something in the sandbox that one writer alone changes, one change after another. After a crash it must stand as it
 * was acknowledged last, or as the change that was under way would leave it: nothing else.
 */
export type Register<State> = {
  name: string;
  /** Arranges what is needed and says how it stands. */
  open(call: Call): Promise<State>;
  next(state: State, n: number): Step<State>;
  /** How it stands now, as a whole; throws when a change is there by half. */
  read(call: Call): Promise<State>;
  /** Whether what was read is what was expected, where that is not plain equality. */
  agree?(expected: State, found: State): boolean;
};

/** Drives one register and keeps the books. */
export class Writer {
  readonly name: string;
  /** Changes that were acknowledged. */
  acknowledged = 0;
  /** Changes under way when a connection was lost, by what became of them. */
  readonly fates = { kept: 0, gone: 0 };
  readonly #register: Register<unknown>;
  #state: unknown;
  #pending: Step<unknown> | undefined;
  #n = 0;

  constructor(register: Register<unknown>) {
    this.#register = register;
    this.name = register.name;
  }

  /** How it stands, by what was acknowledged and found. */
  get state(): unknown {
    return this.#state;
  }

  async open(call: Call): Promise<void> {
    this.#state = await this.#register.open(call);
  }

  /** Makes one change. Throws `Unanswered` when the connection is lost: `settle` then finds out what became of it. */
  async step(call: Call): Promise<void> {
    this.#n += 1;
    const step = this.#register.next(this.#state, this.#n);
    this.#pending = step;
    const answer = await call(step.ask);
    this.#pending = undefined;
    if (answer.status >= 500) return;
    if (answer.status >= 300)
      throw new UnexpectedAnswer(
        `${this.name}: ${step.ask.method} ${step.ask.path} gave ${answer.status}: ${answer.text.slice(0, 300)}`,
      );
    this.acknowledged += 1;
    this.#state = step.after(answer.body);
  }

  /** Steps on until the connection is lost, or until it is told to stop. */
  async run(call: Call, stopped: () => boolean): Promise<void> {
    try {
      while (!stopped()) await this.step(call);
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
    }
  }

  /** Compares what is there with what was acknowledged; a sentence when something is amiss. */
  async settle(call: Call): Promise<string | undefined> {
    const { read, agree = isDeepStrictEqual } = this.#register;
    const found = await read(call);
    const step = this.#pending;
    this.#pending = undefined;
    const [before, after] = [this.#state, step?.after(undefined)];
    this.#state = found;
    if (agree(before, found)) {
      if (step) this.fates.gone += 1;
      return undefined;
    }
    if (step && agree(after, found)) {
      this.fates.kept += 1;
      return undefined;
    }
    const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 600);
    return `acknowledged ${shown(before)}${step ? `, under way ${shown(after)}` : ''}, found ${shown(found)}`;
  }
}

/** A writer for each register. */
export const writersOf = (...registers: readonly Register<unknown>[]): Writer[] =>
  registers.map((register) => new Writer(register));

/** Compares what is there with what each writer had acknowledged, and tells what is amiss and where. */
export async function settleAll(
  writers: readonly Writer[],
  call: Call,
  problems: Problems,
  where: string,
): Promise<void> {
  for (const writer of writers) {
    const problem = await writer.settle(call).catch(String);
    if (problem !== undefined) problems.add(`lost changes of ${writer.name}`, `${where}: ${problem}`);
  }
}

/** A user made for a writer; its id. */
export async function newUser(call: Call, fields: object = {}): Promise<string> {
  return (await must(call, { method: 'POST', path: '/_sandbox/users', body: fields })).user_id;
}

/** All that the sandbox holds about a user. */
export function dossier(call: Call, userId: string): Promise<ReceivedResponse['body']> {
  return must(call, { method: 'GET', path: `/_sandbox/users/${userId}` });
}
