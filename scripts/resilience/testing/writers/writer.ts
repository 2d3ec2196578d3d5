import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { CallArguments } from '../../../../spec/caller.ts';
import type { AnyOperationId, RequestBody, SuccessBody } from '../../../../spec/operations.ts';
import { type Asked, ask, type Call, must, Unanswered, UnexpectedAnswer } from '../connection.ts';
import type { Problems } from '../problems.ts';
import type { SandboxProcess } from '../restartable-sandbox.ts';

/** A change to make, and the state after it; no answer is passed when the connection was lost. */
export type Step<State> = { ask: Asked; after: (answer?: unknown) => State };

export function step<State, Id extends AnyOperationId>(
  id: Id,
  input: CallArguments<Id>,
  after: (answer?: SuccessBody<Id>) => State,
): Step<State> {
  return { ask: ask(id, ...input), after: (answer) => after(answer as SuccessBody<Id> | undefined) };
}

/**
 * Something in the sandbox that one writer alone changes, one change after another. After a crash its state is the last
 * acknowledged one or that of the change in flight: nothing else.
 */
export type Register<State> = {
  name: string;
  /** Arranges what is needed and returns the state. */
  open(call: Call): Promise<State>;
  next(state: State, n: number): Step<State>;
  /** Reads the whole state; throws when a change is there in part. */
  read(call: Call): Promise<State>;
  /** Whether what was read is what was expected, where that is not plain equality. */
  agree?(expected: State, found: State): boolean;
};

/** Makes the changes of one register and keeps the books. */
export class Writer<State = unknown> {
  readonly name: string;
  acknowledged = 0;
  /** What became of changes that were in flight when a connection was lost. */
  readonly fates = { kept: 0, gone: 0 };
  readonly #register: Register<State>;
  #state: State | undefined;
  #pending: Step<State> | undefined;
  #n = 0;

  constructor(register: Register<State>) {
    this.#register = register;
    this.name = register.name;
  }

  /** The state by what was acknowledged and found. */
  get state(): State {
    if (this.#state === undefined) throw new Error(`${this.name} is not open`);
    return this.#state;
  }

  async open(call: Call): Promise<void> {
    this.#state = await this.#register.open(call);
  }

  /** Makes one change. Throws `Unanswered` when the connection is lost: `settle` then finds out what became of it. */
  async step(call: Call): Promise<void> {
    this.#n += 1;
    const next = this.#register.next(this.state, this.#n);
    this.#pending = next;
    const answer = await call(next.ask);
    this.#pending = undefined;
    if (answer.status >= 500) return;
    if (answer.status >= 300)
      throw new UnexpectedAnswer(
        `${this.name}: ${next.ask.method} ${next.ask.path} gave ${answer.status}: ${answer.text.slice(0, 300)}`,
      );
    this.acknowledged += 1;
    this.#state = next.after(answer.body);
  }

  /** Makes changes until the connection is lost or `stopped` says so. */
  async run(call: Call, stopped: () => boolean): Promise<void> {
    try {
      while (!stopped()) await this.step(call);
    } catch (error) {
      unlessUnanswered(error);
    }
  }

  /** Compares what is there with what was acknowledged; returns a sentence when they differ. */
  async settle(call: Call): Promise<string | undefined> {
    const { read, agree = isDeepStrictEqual } = this.#register;
    const found = await read(call);
    const pending = this.#pending;
    const before = this.state;
    this.#pending = undefined;
    this.#state = found;
    if (agree(before, found)) {
      if (pending) this.fates.gone += 1;
      return undefined;
    }
    const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 600);
    if (!pending) return `acknowledged ${shown(before)}, found ${shown(found)}`;
    const after = pending.after();
    if (!agree(after, found))
      return `acknowledged ${shown(before)}, under way ${shown(after)}, found ${shown(found)}`;
    this.fates.kept += 1;
    return undefined;
  }
}

/** Ignores a lost connection, and no other error. */
export function unlessUnanswered(error: unknown): void {
  if (!(error instanceof Unanswered)) throw error;
}

/** Retries until there is an answer; the database and a flooded sandbox take a moment. */
export async function answered<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt === 100) throw error;
      unlessUnanswered(error);
      await pause(200);
    }
  }
}

export const writersOf = (...registers: readonly Register<unknown>[]): Writer[] =>
  registers.map((register) => new Writer(register));

export const acknowledgedBy = (writers: readonly Writer[]): number =>
  writers.reduce((sum, writer) => sum + writer.acknowledged, 0);

/** Lets all writers write, and kills the sandbox a moment after so many changes were acknowledged. */
export async function runUntilKilled(
  writers: readonly Writer[],
  { call, process }: { call: Call; process: SandboxProcess },
  { changes, delayMs }: { changes: number; delayMs: number },
): Promise<void> {
  const enough = acknowledgedBy(writers) + changes;
  let killing: Promise<void> | undefined;
  const kill = async () => {
    await pause(delayMs);
    await process.kill();
  };
  const watched = () => {
    if (acknowledgedBy(writers) >= enough) killing ??= kill();
    return false;
  };
  await Promise.all(writers.map((writer) => writer.run(call, watched)));
  await killing;
}

/** Compares what is there with what each writer had acknowledged, and reports differences. */
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

export async function newUser(call: Call, body: RequestBody<'createUser'> = {}): Promise<string> {
  return (await must(call, 'createUser', { body })).user_id;
}

export const dossier = (call: Call, user_id: string): Promise<SuccessBody<'inspectUser'>> =>
  must(call, 'inspectUser', { path: { user_id } });
