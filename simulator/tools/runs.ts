import type { PartialProfile } from '../../spec/profile.ts';
import { redactUrls } from '../../spec/redact-urls.ts';
import type { Run, RunOrder } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import { Refusal, refusals } from '../domain/refusal.ts';
import { sameSecret } from '../domain/same-secret.ts';
import type { Ports } from '../ports/ports.ts';

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
/** Why a tool is stopped that need not be waited for long. */
export const RUNS_CLOSING = 'the sandbox closes';
const MOST_OUTPUT = 64 * 1024;

type Kept = {
  client: string;
  run: Run;
  /** What the addresses of its files are opened with. */
  token: string;
  files: readonly ToolFile[];
  stop: AbortController;
  ended: Promise<void>;
  /** Goes up with every change. */
  version: number;
};

type RunsOptions = Pick<Ports, 'ids' | 'realNow' | 'randomBytes'> & {
  tools: Tools | undefined;
  baseUrl: () => string;
  onError: (error: unknown) => void;
};

/** The runs of tools: of each client the latest of each tool, known to this process alone. */
export class Runs {
  readonly #options: RunsOptions;
  readonly #kept = new Map<string, Kept>();
  readonly #watchers = new Set<() => void>();
  #isClosed = false;

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  get areAvailable(): boolean {
    return this.#options.tools !== undefined;
  }

  /** With a number each that is another one when the run has changed. */
  list(client: string): { run: Run; version: number }[] {
    return [...this.#kept.values()].filter((one) => one.client === client);
  }

  get(client: string, runId: string): Run {
    return this.#find(client, runId).run;
  }

  start(client: string, order: ToolOrder): Run {
    const { tools, ids, realNow, randomBytes } = this.#options;
    if (!tools || this.#isClosed)
      throw new Refusal(
        409,
        `This sandbox runs no tools: run the command line instead (${commands[order.tool]})`,
      );
    const earlier = this.list(client).find(({ run }) => run.tool === order.tool)?.run;
    if (earlier?.state === 'running')
      throw new Refusal(
        409,
        `The tool [${order.tool}] is running already: stop run [${earlier.run_id}] or wait`,
      );
    const running = [...this.#kept.values()].filter(({ run }) => run.state === 'running').length;
    if (running >= MOST_AT_ONCE) throw refusals.tooMany(5);
    if (earlier) this.#kept.delete(earlier.run_id);
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
    const stop = new AbortController();
    const token = randomBytes(24).toString('base64url');
    const kept: Kept = { client, run, token, files: [], stop, version: 0, ended: Promise.resolve() };
    this.#kept.set(run.run_id, kept);
    kept.ended = this.#follow(kept, tools, order);
    this.#changed(kept);
    return run;
  }

  stop(client: string, runId: string): Run {
    const { run, stop } = this.#find(client, runId);
    stop.abort();
    return run;
  }

  /** A file of a run; the token stands in its URL. */
  file(runId: string, name: string, token: string): ToolFile {
    const kept = this.#kept.get(runId);
    const file =
      kept && sameSecret(token, kept.token) ? kept.files.find((one) => one.name === name) : undefined;
    if (!file) throw refusals.notFound('File', name);
    return file;
  }

  /** Calls when any run has changed, until the answer is called. */
  watch(listener: () => void): () => void {
    this.#watchers.add(listener);
    return () => void this.#watchers.delete(listener);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { stop } of this.#kept.values()) stop.abort(RUNS_CLOSING);
    await Promise.all([...this.#kept.values()].map(({ ended }) => ended));
  }

  async #follow(kept: Kept, tools: Tools, order: ToolOrder): Promise<void> {
    const { baseUrl, realNow, onError } = this.#options;
    const { run_id } = kept.run;
    const set = (values: Partial<Run>): void => {
      kept.run = { ...kept.run, ...values };
      this.#changed(kept);
    };
    const print = (text: string): void => set({ output: (kept.run.output + text).slice(-MOST_OUTPUT) });
    const end = (values: Partial<Run>): void =>
      set({ ...values, progress: null, ended_at: isoInstant(realNow()) });
    try {
      const report = { print, progress: (progress: Run['progress']) => set({ progress }) };
      const { exitCode, isStopped, files } = await tools(order, report, kept.stop.signal);
      kept.files = files;
      end({
        state: isStopped ? 'stopped' : 'ended',
        exit_code: exitCode,
        files: files.map(({ name, bytes }) => ({
          name,
          size: bytes.length,
          url: `${baseUrl()}/_runs/${run_id}/${encodeURIComponent(name)}?token=${kept.token}`,
        })),
      });
    } catch (error) {
      onError(error);
      print('The tool could not be run; the log of the sandbox says why.\n');
      end({ state: 'ended' });
    }
  }

  #find(client: string, runId: string): Kept {
    const kept = this.#kept.get(runId.toLowerCase());
    if (kept?.client !== client) throw refusals.notFound('Run', runId);
    return kept;
  }

  #changed(kept: Kept): void {
    kept.version += 1;
    for (const watcher of this.#watchers) watcher();
  }
}

const commands: Record<Run['tool'], string> = {
  check: 'payrig check',
  exam: 'payrig exam',
  'exam-client': 'payrig exam client',
  clauses: 'payrig check --list',
  spec: 'payrig spec',
  pact: 'payrig pact make',
};
