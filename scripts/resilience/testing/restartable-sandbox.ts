import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from '../../sandbox/testing/run-command.ts';
import { type Call, Connections, must } from './connection.ts';

export type RestartableOptions = {
  flags: readonly string[];
  variables?: Record<string, string>;
  descriptors?: number;
  connections?: number;
};

const LOOK_MS = 250;

/** A sandbox that is killed and started again; `call` reaches it wherever it listens by then. */
export class RestartableSandbox {
  readonly #options: RestartableOptions;
  readonly #connections: Connections;
  readonly #look: NodeJS.Timeout;
  readonly call: Call;
  process: SandboxProcess;
  /** The greatest delays of the event loop, in milliseconds, of all processes so far: each forgets its own when it ends. */
  readonly delays = { max: 0, busy: 0 };

  private constructor(options: RestartableOptions, first: SandboxProcess) {
    this.#options = options;
    this.process = first;
    this.#connections = new Connections(first.url, { most: options.connections ?? 50 });
    this.call = this.#connections.call;
    this.#look = setInterval(() => this.lookAtDelays(), LOOK_MS).unref();
  }

  async lookAtDelays(): Promise<void> {
    const health = await must(this.call, 'getHealth').catch(() => undefined);
    const { max = 0, busy = 0 } = health?.event_loop_delay_ms ?? {};
    this.delays.max = Math.max(this.delays.max, max);
    this.delays.busy = Math.max(this.delays.busy, busy);
  }

  static async start(options: RestartableOptions): Promise<RestartableSandbox> {
    return new RestartableSandbox(options, await started(options));
  }

  async start(): Promise<void> {
    this.process = await started(this.#options);
    this.#connections.url = this.process.url;
  }

  async restart(ending: 'kill' | 'stop'): Promise<void> {
    await this.process[ending]();
    await this.start();
  }

  /** What the current process logged: at level `error`, every line is a problem. */
  log(): string[] {
    const [, ...lines] = this.process.output().split('\n');
    return lines.filter((line) => line !== '');
  }

  async close(): Promise<void> {
    clearInterval(this.#look);
    this.#connections.close();
    await this.process.kill();
  }
}

const started = ({ flags, variables, descriptors }: RestartableOptions): Promise<SandboxProcess> =>
  startProcess(flags, variables, descriptors);

const command = fileURLToPath(new URL('../../payrig.ts', import.meta.url));
/** Shared by all children: a start then costs a third of a second. */
const compileCache = join(tmpdir(), 'payrig-resilience-compile-cache');

/** A `payrig sandbox` of its own, to be killed. */
export type SandboxProcess = {
  url: string;
  pid: number;
  /** Everything on its standard output, and then on its standard error, so far. */
  output(): string;
  /** Ends it as a power cut of the process would: no handler runs. */
  kill(): Promise<void>;
  /** Ends it politely; answers with the exit code. */
  stop(): Promise<number | null>;
  /** Whether it ended without being asked to. */
  crashed(): boolean;
  /** Resident memory in bytes; undefined where the machine does not say. */
  memory(): Promise<number | undefined>;
};

/** Starts `payrig sandbox` on a free port with further flags, and waits for its address. */
export async function startProcess(
  flags: readonly string[],
  variables: Record<string, string> = {},
  descriptors?: number,
): Promise<SandboxProcess> {
  const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors}; `;
  const words = [process.execPath, command, 'sandbox', '--quiet', '--port', '0', ...flags];
  const { child, printed, line, ended } = runCommand('/bin/sh', ['-c', `${limit}exec "$0" "$@"`, ...words], {
    env: { ...process.env, NODE_COMPILE_CACHE: compileCache, ...variables },
  });
  const url = await line(/^https?:/);
  const pid = child.pid as number;
  let asked = false;
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    asked = true;
    child.kill(signal);
    return ended;
  };
  return {
    url,
    pid,
    output: () => printed().out + printed().err,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    crashed: () => !asked && (child.exitCode !== null || child.signalCode !== null),
    memory: () => residentMemory(pid),
  };
}

async function residentMemory(pid: number): Promise<number | undefined> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}
