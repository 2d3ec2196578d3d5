import { Connections } from './connection.ts';
import { type SandboxProcess, startProcess } from './sandbox-process.ts';

export type RestartableOptions = {
  flags: readonly string[];
  variables?: Record<string, string>;
  /** How many descriptors it may have. */
  descriptors?: number;
  /** How many connections are kept to it. */
  connections?: number;
};

/** A sandbox that is ended and started again, and one way to call it wherever it listens by then. */
export class RestartableSandbox {
  readonly #options: RestartableOptions;
  readonly #connections: Connections;
  #process: SandboxProcess;

  private constructor(options: RestartableOptions, first: SandboxProcess) {
    this.#options = options;
    this.#process = first;
    this.#connections = new Connections(first.url, { most: options.connections ?? 50, patience: 120_000 });
  }

  static async start(options: RestartableOptions): Promise<RestartableSandbox> {
    return new RestartableSandbox(options, await started(options));
  }

  get call(): Connections['call'] {
    return this.#connections.call;
  }

  /** The process that runs now, or ran last. */
  get process(): SandboxProcess {
    return this.#process;
  }

  async start(): Promise<void> {
    this.#process = await started(this.#options);
    this.#connections.url = this.#process.url;
  }

  async restart(ending: 'kill' | 'stop'): Promise<void> {
    await this.#process[ending]();
    await this.start();
  }

  async close(): Promise<void> {
    this.#connections.close();
    await this.#process.kill();
  }
}

const started = ({ flags, variables, descriptors }: RestartableOptions): Promise<SandboxProcess> =>
  startProcess(flags, variables, descriptors);
