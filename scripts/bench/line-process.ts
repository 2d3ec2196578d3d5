import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A probe in a process of its own that answers each line with a number. */
export type LineProcess = { ask(line: string): Promise<number>; stop(): Promise<void> };

/** Starts a probe; its first line says that it is ready. */
export async function startProbe(name: string, ...args: string[]): Promise<LineProcess> {
  const file = fileURLToPath(new URL(`./probes/${name}.ts`, import.meta.url));
  const child = spawn(process.execPath, [file, ...args], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async ask(line) {
      child.stdin.write(`${line}\n`);
      return Number((await lines.next()).value);
    },
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
