import { setTimeout as delay } from 'node:timers/promises';
import type { PartialProfile } from '../../spec/profile.ts';
import { redactUrls } from '../../spec/redact-urls.ts';
import type { Run, RunOrder } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import { orNotFound, Refusal, refusals } from '../domain/refusal.ts';
import { hashOf } from '../domain/same-secret.ts';
import type { Ports } from '../ports/ports.ts';
import type { ClientStore, Document, Store } from '../store/port.ts';

/** What a tool is to do: an order that was found right, with its defaults filled in. */
export type ToolOrder = Omit<RunOrder, 'profile'> & {
  profile?: PartialProfile;
  /** The address is this sandbox's own, which may be called whatever the rules for receivers say. */
  isOwn: boolean;
};

type ToolProgress = NonNullable<Run['progress']>;

export type ToolReport = { progress: (progress: ToolProgress) => void; print: (text: string) => void };

export type ToolFile = { name: string; bytes: Uint8Array };

/** How a tool ended; it has no exit code when it was stopped before it could give one. */
export type ToolOutcome = { exitCode: number | null; isStopped: boolean; files: readonly ToolFile[] };

/** Runs a tool to its end, or soon to an orderly end when aborted. The caller of `createSandbox` may pass some. */
export type Tools = (order: ToolOrder, report: ToolReport, signal: AbortSignal) => Promise<ToolOutcome>;

/** More processes would leave a small machine nothing for the sandbox itself. */
const MOST_AT_ONCE = 4;
/** A tool may run for hours, so one caller leaves a place to others. */
const MOST_OF_CALLER = 3;
/** The reason of the abort when the sandbox closes: it does not wait for the tool for long. */
export const RUNS_CLOSING = 'the sandbox closes';
const MOST_OUTPUT = 64 * 1024;

/** How often a run's process writes the run to the store, and sees there whether it is to stop. */
const BEAT_MS = 1000;
/** A process that has not written a running run for this long counts as dead; the clocks of machines differ by less. */
const DEAD_MS = 20_000;
/** No client: where the runs of all clients are kept, so that a reset of a client leaves them alone. */
const RUNS_STORE = ':runs';

/** A run as the store has it, for every process to see; the one that runs it writes it. */
type Stored = {
  client: string;
  run: Run;
  /** The secret in the URLs of its files. */
  token: string;
  /** When its process wrote it last: real time, in epoch milliseconds. */
  beat: number;
  isToStop: boolean;
  /** Goes up with every change. */
  version: number;
};

/** A run of this process, ahead of what the store has. */
type Own = { stored: Stored; caller: string; stop: AbortController; ended: Promise<void> };

type RunsOptions = Pick<Ports, 'ids' | 'realNow' | 'randomBytes'> & {
  store: Store;
  tools: Tools | undefined;
  baseUrl: () => string;
  onError: (error: unknown) => void;
};

/** The runs of tools: of each client the latest of each tool, known to every process that shares the store. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #own = new Map<string, Own>();
  readonly #watchers = new Set<() => void>();
  #isClosed = false;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  get areAvailable(): boolean {
    return this.#options.tools !== undefined;
  }

  /** With a number each that is another one when the run has changed. */
  async list(client: string): Promise<{ run: Run; version: number }[]> {
    return (await this.#stored(client)).map((stored) => this.#latest(stored));
  }

  async get(client: string, runId: string): Promise<Run> {
    return (await this.#find(client, runId)).run;
  }

  /** Starts a tool for a client. `caller`: whose places it takes, where one caller made several clients. */
  async start(client: string, order: ToolOrder, caller = client): Promise<Run> {
    const { tools, ids, realNow, randomBytes } = this.#options;
    if (!tools || this.#isClosed) {
      const command = `payrig ${commands[order.tool] ?? order.tool}`;
      throw new Refusal(409, `This sandbox runs no tools: run the command line instead (${command})`);
    }
    if (this.#own.size >= MOST_AT_ONCE) throw refusals.tooMany(5);
    if ([...this.#own.values()].filter((one) => one.caller === caller).length >= MOST_OF_CALLER) {
      const why = `${MOST_OF_CALLER} tools of this caller are running already`;
      const next = 'stop one of them or wait (GET /_sandbox/runs)';
      throw new Refusal(429, `${why}: ${next}`, { 'Retry-After': '5' });
    }
    const run: Run = {
      run_id: ids.uuid(),
      tool: order.tool,
      target: order.url === undefined ? null : redactUrls(order.url),
      state: 'running',
      started_at: isoInstant(realNow()),
      ended_at: null,
      exit_code: null,
      progress: null,
      output: '',
      files: [],
    };
    const token = randomBytes(24).toString('base64url');
    const stored: Stored = { client, run, token, beat: realNow(), isToStop: false, version: 0 };
    const own: Own = { stored, caller, stop: new AbortController(), ended: Promise.resolve() };
    this.#own.set(run.run_id, own);
    const begun = this.#takePlace(stored);
    const following = begun.then(
      () => this.#follow(own, tools, order),
      () => {},
    );
    own.ended = following.finally(() => this.#own.delete(run.run_id));
    await this.#removeFiles(await begun);
    this.#changed();
    return run;
  }

  /** Stops a run, whichever process runs it; another one sees it at its next beat. */
  async stop(client: string, runId: string): Promise<Run> {
    const stored = await this.#find(client, runId);
    const own = this.#own.get(stored.run.run_id);
    own?.stop.abort();
    if (!own)
      await this.#store.change(idOf(stored), ({ document }) => {
        const there = document && storedOf(document);
        const isThere = there?.run.run_id === stored.run.run_id;
        return { document: isThere ? { ...there, isToStop: true } : undefined, result: undefined };
      });
    return stored.run;
  }

  async file(runId: string, name: string, token: string): Promise<ToolFile> {
    return { name, bytes: orNotFound(await this.#store.files.get(fileId(runId, token, name)), 'File', name) };
  }

  /** Removes all runs of a client that is gone; those that still run end by themselves. */
  async forget(client: string): Promise<void> {
    for (const stored of await this.#stored(client)) {
      await this.#store.change(idOf(stored), () => ({ document: null, result: undefined }));
      await this.#removeFiles(stored);
    }
  }

  /** Calls the listener when a run of this process has changed; call the result to stop. */
  watch(listener: () => void): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const running = [...this.#own.values()];
    for (const { stop } of running) stop.abort(RUNS_CLOSING);
    await Promise.all(running.map(({ ended }) => ended));
  }

  get #store(): ClientStore {
    return this.#options.store.clientStore(RUNS_STORE);
  }

  /** Puts a new run in the place of the one before, which it returns, unless that one still runs. */
  #takePlace(stored: Stored): Promise<Stored | undefined> {
    const { tool } = stored.run;
    const id = idOf(stored);
    return this.#store.change(id, ({ document }) => {
      const earlier = document && this.#latest(storedOf(document));
      if (earlier?.run.state === 'running') {
        const next = `stop run [${earlier.run.run_id}] or wait`;
        throw new Refusal(409, `The tool [${tool}] is running already: ${next}`);
      }
      return { document: stored, sortKey: id, result: earlier };
    });
  }

  async #follow(own: Own, tools: Tools, order: ToolOrder): Promise<void> {
    const { baseUrl, realNow, onError } = this.#options;
    const { token } = own.stored;
    const { run_id } = own.stored.run;
    const set = (values: Partial<Run>): void => {
      const { run, version } = own.stored;
      own.stored = { ...own.stored, version: version + 1, run: { ...run, ...values } };
      this.#changed();
    };
    const print = (text: string): void => set({ output: (own.stored.run.output + text).slice(-MOST_OUTPUT) });
    const end = (values: Partial<Run>): void =>
      set({ ...values, progress: null, ended_at: isoInstant(realNow()) });
    const isOver = new AbortController();
    const beating = this.#beat(own, isOver.signal);
    try {
      const report = { print, progress: (progress: Run['progress']) => set({ progress }) };
      const { signal } = own.stop;
      if (signal.aborted) return end({ state: 'stopped' });
      const { exitCode, isStopped, files } = await tools(order, report, signal);
      // Others may read the files as soon as the run has them.
      for (const { name, bytes } of files) await this.#store.files.put(fileId(run_id, token, name), bytes);
      const urlOf = (name: string) =>
        `${baseUrl()}/_runs/${run_id}/${encodeURIComponent(name)}?token=${token}`;
      const listed = files.map(({ name, bytes }) => ({ name, size: bytes.length, url: urlOf(name) }));
      end({ state: isStopped ? 'stopped' : 'ended', exit_code: exitCode, files: listed });
    } catch (error) {
      onError(error);
      print('The tool could not be run; the log of the sandbox says why.\n');
      end({ state: 'ended' });
    } finally {
      isOver.abort();
      await beating;
      await this.#write(own).catch(onError);
    }
  }

  async #beat(own: Own, isOver: AbortSignal): Promise<void> {
    for (;;) {
      await delay(BEAT_MS, undefined, { signal: isOver, ref: false }).catch(() => {});
      if (isOver.aborted) return;
      // If the store is unavailable, the next beat writes again.
      await this.#write(own).catch(() => {});
    }
  }

  /** Writes a run of this process, and stops it where that was asked for or another run has its place. */
  async #write(own: Own): Promise<void> {
    const goesOn = await this.#store.change(idOf(own.stored), ({ document }) => {
      const there = document && storedOf(document);
      if (there?.run.run_id !== own.stored.run.run_id) return { result: false };
      const beat = this.#options.realNow();
      return { document: { ...own.stored, beat, isToStop: there.isToStop }, result: !there.isToStop };
    });
    if (!goesOn) own.stop.abort();
  }

  /** A stored run as this process knows it: newer if it runs here, and over if its process has died. */
  #latest(stored: Stored): Stored {
    const { run, beat, version } = stored;
    const own = this.#own.get(run.run_id);
    if (own) return own.stored;
    if (run.state !== 'running' || this.#options.realNow() - beat < DEAD_MS) return stored;
    const output = `${run.output}The process of the sandbox that ran this has died. Run it again.\n`;
    const ended = { state: 'stopped', progress: null, ended_at: isoInstant(beat), output } as const;
    return { ...stored, version: version + 1, run: { ...run, ...ended } };
  }

  async #stored(client: string): Promise<Stored[]> {
    const from = `${hashOf(client)}/`;
    const listed = await this.#store.list({ from, to: `${from}~`, offset: 0, limit: 100 });
    return listed.map(({ document }) => storedOf(document));
  }

  async #find(client: string, runId: string): Promise<Stored> {
    const found = (await this.#stored(client)).find(({ run }) => run.run_id === runId.toLowerCase());
    return this.#latest(orNotFound(found, 'Run', runId));
  }

  async #removeFiles(stored: Stored | undefined): Promise<void> {
    if (!stored) return;
    const { run, token } = stored;
    await this.#store.files.remove(run.files.map(({ name }) => fileId(run.run_id, token, name)));
  }

  #changed(): void {
    for (const watcher of this.#watchers) watcher();
  }
}

const storedOf = (document: Document): Stored => document as unknown as Stored;

const idOf = ({ client, run }: Pick<Stored, 'client' | 'run'>): string => `${hashOf(client)}/${run.tool}`;

/** A caller without the token of the run cannot find its files. */
const fileId = (runId: string, token: string, name: string): string => hashOf(`${runId} ${token} ${name}`);

/** The commands that are not called like their tools. */
const commands: Partial<Record<Run['tool'], string>> = {
  'exam-client': 'exam client',
  clauses: 'check --list',
  pact: 'pact make',
};
