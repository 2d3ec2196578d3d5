import { type Call, Connections } from './connection.ts';
import { type SandboxProcess, startProcess } from './sandbox-process.ts';

export type RestartableOptions = {
  flags: readonly string[];
  variables?: Record<string, string>;
  descriptors?: number;
  connections?: number;
};

/** A sandbox that is killed and started again; `call` reaches it wherever it listens by then. */
export class RestartableSandbox {
  readonly #options: RestartableOptions;
  readonly #connections: Connections;
  readonly call: Call;
  /** The process that runs now, or ran last. */
  process: SandboxProcess;

  private constructor(options: RestartableOptions, first: SandboxProcess) {
    this.#options = options;
    this.process = first;
    this.#connections = new Connections(first.url, { most: options.connections ?? 50 });
    this.call = this.#connections.call;
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
    this.#connections.close();
    await this.process.kill();
  }
}

const started = ({ flags, variables, descriptors }: RestartableOptions): Promise<SandboxProcess> =>
  startProcess(flags, variables, descriptors);
