import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export type Order = { kind: 'start' } | { kind: 'coverage' };

/** Where a fresh sandbox and a production server beside it listen. */
export type Addresses = {
  url: string;
  apiKey: string;
  otherApiKey: string;
  production: { url: string; apiKey: string };
};

/** Which mutants were reached: before the first request, and while each clause was checked. */
export type Coverage = { onStarting: string[]; byClause: Record<string, string[]> };

const entry = fileURLToPath(new URL('./sandbox-process.ts', import.meta.url));
const patienceMs = 60_000;

/** A process with the sandboxes of an instrumented tree, in which a mutant may be switched on from the start. */
export class MutatedSandbox {
  readonly #process: ChildProcess;
  readonly #started: Promise<Addresses>;

  /**
   * What is judged has a process of its own: what a module remembers of earlier mutants would hide it. Its code is
   * compiled once for all of them, so that a process costs less than a second.
   */
  constructor(folder: string, mutant?: string) {
    this.#process = fork(entry, [folder], {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
        __STRYKER_ACTIVE_MUTANT__: mutant,
      },
    });
    this.#started = this.#answer().then(() => this.#ask({ kind: 'start' }) as Promise<Addresses>);
    // A caller of `addresses` gets the error; a run that is stopped never asks for them.
    this.#started.catch(() => {});
  }

  /** Where a fresh sandbox and a production server beside it listen; throws SandboxBroke when they do not come up. */
  get addresses(): Promise<Addresses> {
    return this.#started;
  }

  async coverage(): Promise<Coverage> {
    return (await this.#ask({ kind: 'coverage' })) as Coverage;
  }

  stop(): void {
    this.#process.removeAllListeners();
    this.#process.kill('SIGKILL');
  }

  async #ask(order: Order): Promise<unknown> {
    this.#process.send(order);
    return this.#answer();
  }

  async #answer(): Promise<unknown> {
    const settled = new AbortController();
    const timer = setTimeout(() => settled.abort(), patienceMs);
    try {
      const { signal } = settled;
      const [message] = (await Promise.race([
        once(this.#process, 'message', { signal }),
        once(this.#process, 'exit', { signal }).then(() => [{ failed: 'the process ended' }]),
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
