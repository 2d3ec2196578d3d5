// A small process that starts the clients: a start from the exam's own process, which is large, would stop the exam for 30 ms.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endOf, killGroup } from '../../target/child-end.ts';

/** Starts a command; without `run`, ends it. */
export type LauncherRequest = {
  readonly id: number;
  readonly run?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
};

/** How a command ended, in words, and what it wrote. */
export type LauncherAnswer = {
  readonly id: number;
  readonly ok: boolean;
  readonly how: string;
  readonly stdout: string;
  readonly stderr: string;
};

const mostOutput = 1 << 20;
/** What Node compiled of a client in one start serves the next: one in TypeScript starts in two thirds of the time. */
const compiled = mkdtempSync(join(tmpdir(), 'payrig-exam-compiled-'));
const running = new Map<number, ChildProcess>();

function start({ id, run = '', cwd, env }: LauncherRequest): void {
  // A group of its own, so that the end of the case ends whatever the shell started.
  const child = spawn(run, {
    cwd,
    shell: true,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
  });
  running.set(id, child);
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      if (text[name].length < mostOutput) text[name] += chunk;
    });
  const tell = (ok: boolean, how: string): void => {
    if (running.delete(id)) process.send?.({ id, ok, how, ...text } satisfies LauncherAnswer);
  };
  endOf(child).then(
    ({ code, signal }) => tell(code === 0, signal ? `ended by ${signal}` : `exit code ${code}`),
    ({ message }: Error) => tell(false, `it could not be started: ${message}`),
  );
}

process.on('message', (request: LauncherRequest) => {
  const child = running.get(request.id);
  if (request.run !== undefined) start(request);
  else if (child) killGroup(child);
});
// A terminal sends its signals to this process, too; the exam decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('disconnect', () => {
  for (const child of running.values()) killGroup(child);
  rmSync(compiled, { recursive: true, force: true, maxRetries: 3 });
  process.exit();
});
