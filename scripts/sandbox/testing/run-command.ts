import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../../payrig.ts', import.meta.url));
// The cache that the command itself uses, so that each start takes a third of the time.
const compiled = fileURLToPath(new URL('../../../node_modules/.cache/payrig-compiled', import.meta.url));

/** A command that is running or has run, with all that it printed. */
export type Running = {
  child: ChildProcess;
  /** What it printed so far. */
  printed: () => { out: string; err: string };
  /** The first line on standard output that a pattern matches; rejects when the command ends without one. */
  line: (pattern: RegExp) => Promise<string>;
  /** Its exit code, when it has ended. */
  ended: Promise<number | null>;
};

/** Starts `payrig` as a process of its own, with no variables of ours but those given. */
export function runPayrig(
  words: readonly string[],
  variables: Record<string, string> = {},
  cwd?: string,
): Running {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, NODE_COMPILE_CACHE: compiled, ...variables };
  return runCommand(process.execPath, [entry, ...words], { env, ...(cwd !== undefined && { cwd }) });
}

export function runCommand(
  command: string,
  words: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): Running {
  const child = spawn(command, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout!.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr!.on('data', (chunk) => {
    err += chunk;
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const line = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        const found = out
          .split('\n')
          .slice(0, -1)
          .find((one) => pattern.test(one));
        if (found !== undefined) resolve(found);
      };
      child.stdout!.on('data', look);
      look();
      void ended.then(() => reject(new Error(`It ended without a line like ${pattern}:\n${out}${err}`)));
    });
  return { child, printed: () => ({ out, err }), line, ended };
}
