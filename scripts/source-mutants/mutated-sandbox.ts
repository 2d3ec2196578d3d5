import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Addresses, Coverage, Order } from './sandbox-orders.ts';

const entry = fileURLToPath(new URL('./sandbox-process.ts', import.meta.url));
const patienceMs = 30_000;

/** Sandboxes of an instrumented tree in a process of their own, which may be broken in any way. */
export class MutatedSandbox {
  readonly #folder: string;
  #process: ChildProcess | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** A fresh sandbox in a fresh process: what a module remembers of earlier mutants would hide this one. */
  async restart(mutant?: string): Promise<Addresses> {
    this.stop();
    await this.#start(mutant);
    return (await this.#ask({ kind: 'start' })) as Addresses;
  }

  async coverage(): Promise<Coverage> {
    return (await this.#ask({ kind: 'coverage' })) as Coverage;
  }

  stop(): void {
    this.#process?.removeAllListeners();
    this.#process?.kill('SIGKILL');
    this.#process = undefined;
  }

  async #start(mutant: string | undefined): Promise<void> {
    this.#process = fork(entry, [this.#folder], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...process.env, ...(mutant !== undefined && { __STRYKER_ACTIVE_MUTANT__: mutant }) },
    });
    await this.#answer();
  }

  async #ask(order: Order): Promise<unknown> {
    this.#process?.send(order);
    return this.#answer();
  }

  async #answer(): Promise<unknown> {
    const process = this.#process;
    if (!process) throw new SandboxBroke('there is no process');
    const settled = new AbortController();
    const timer = setTimeout(() => settled.abort(), patienceMs);
    try {
      const { signal } = settled;
      const [message] = (await Promise.race([
        once(process, 'message', { signal }),
        once(process, 'exit', { signal }).then(() => [{ failed: 'the process ended' }]),
      ])) as [{ done?: unknown; failed?: string }];
      if (message.failed === undefined) return message.done;
      throw new SandboxBroke(message.failed);
    } catch (error) {
      this.stop();
      throw error instanceof SandboxBroke ? error : new SandboxBroke('it did not start in time');
    } finally {
      clearTimeout(timer);
      settled.abort();
    }
  }
}

/** The sandbox does not even start. */
export class SandboxBroke extends Error {
  override name = 'SandboxBroke';
}
