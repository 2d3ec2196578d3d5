import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { SourceMutant } from '../source-mutants/instrumented-tree.ts';
import { type Addresses, SandboxBroke } from '../source-mutants/reach.ts';

export const pythonFolder = fileURLToPath(new URL('./python/', import.meta.url));

export const hasPython = (): boolean =>
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 11))']).status === 0;

const mutate = (...words: string[]): string =>
  execFileSync('python3', [join(pythonFolder, 'mutate.py'), ...words], { encoding: 'utf8' });

/** Some of the edits that a machine makes in the Python server, the same for the same seed. */
export const drawPythonMutants = (count: number, seed: number): { total: number; drawn: SourceMutant[] } =>
  JSON.parse(mutate('draw', `${count}`, `${seed}`));

const patienceMs = 60_000;

/** The server in Python with a production server beside it, in processes of their own. */
export class PythonServer {
  readonly addresses: Promise<Addresses>;
  readonly #processes: ChildProcess[] = [];
  readonly #copy: string | undefined;

  /** With a mutant it runs from a copy that has it. */
  constructor(mutant?: SourceMutant) {
    this.#copy = mutant && mkdtempSync(join(tmpdir(), 'payrig-python-'));
    if (mutant && this.#copy) mutate('write', mutant.id, this.#copy);
    const member = ['--member', 'member@sandbox.test:sandbox-password'];
    const sandbox = this.#start('--key', 'python-key', '--key', 'python-key-2', ...member);
    const production = this.#start('--key', 'production-key', '--environment', 'production');
    this.addresses = Promise.all([sandbox, production]).then(([url, beside]) => ({
      url,
      apiKey: 'python-key',
      otherApiKey: 'python-key-2',
      production: { url: beside, apiKey: 'production-key' },
    }));
    // A caller of `addresses` gets the error.
    this.addresses.catch(() => {});
    process.once('exit', this.stop);
  }

  readonly stop = (): void => {
    process.off('exit', this.stop);
    for (const one of this.#processes) one.kill('SIGKILL');
    if (this.#copy) rmSync(this.#copy, { recursive: true, force: true });
  };

  async #start(...words: string[]): Promise<string> {
    const started = spawn(
      'python3',
      ['-B', '-m', 'server', '--port', '0', '--profile', join(pythonFolder, 'profile.json'), ...words],
      { cwd: this.#copy ?? pythonFolder, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    this.#processes.push(started);
    const lines = createInterface({ input: started.stdout });
    const signal = AbortSignal.timeout(patienceMs);
    const ended = once(started, 'exit').then(() => ['']);
    const [line] = await Promise.race([once(lines, 'line', { signal }), ended]).catch(() => ['']);
    const url = /^listening on (http\S+)$/.exec(String(line))?.[1];
    if (url === undefined) throw new SandboxBroke('the server does not start');
    return url;
  }
}
