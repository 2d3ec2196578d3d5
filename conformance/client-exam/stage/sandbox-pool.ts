import { randomUUID } from 'node:crypto';
import { createStatementReader } from '../../../generators/statements/statement-reader.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../simulator/index.ts';

type PooledOptions = Pick<SandboxOptions, 'users' | 'now' | 'profile'>;

/** A password that has to be escaped in JSON and in a shell, with spaces that belong to it. */
const member = { email: 'member+exam@example.test', password: ` Pa"ss\\ w0rd-${randomUUID().slice(0, 8)} ` };

/** Gives each case a client of its own, in a sandbox that cases of one profile share: a new one takes 34 ms, and a client 3. */
export class SandboxPool {
  readonly #shared = new Map<string, Promise<Sandbox>>();
  readonly #own: Sandbox[] = [];
  // A thread that reads PDFs takes 1.7 s of processor time to start.
  readonly #statementReader = createStatementReader({ threads: 1 });
  readonly #wrap: SandboxOptions['wrap'] = {
    ports: (ports) => ({ ...ports, statementReader: this.#statementReader }),
  };

  /** A client with its sandbox's address; one whose member signs in has the sandbox to itself. */
  async client(options: PooledOptions, isForMember: boolean) {
    if (isForMember) {
      const apiKey = `exam-key-${randomUUID()}`;
      const sandbox = await createSandbox({ ...options, clients: [{ name: 'sandbox', apiKey, member }] });
      this.#own.push(sandbox);
      return { handle: sandbox, url: sandbox.url, member };
    }
    const kind = JSON.stringify(options);
    const started = this.#shared.get(kind) ?? createSandbox({ ...options, wrap: this.#wrap });
    this.#shared.set(kind, started);
    const sandbox = await started;
    return { handle: await sandbox.newClient(), url: sandbox.url, member };
  }

  async close(): Promise<void> {
    for (const sandbox of [...(await Promise.all(this.#shared.values())), ...this.#own])
      await sandbox.close();
    await this.#statementReader.close();
  }
}
