import { type ChildProcess, execFileSync, type StdioOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../terminal/run-tool.ts';

/** A server in a process of its own; its disposal ends the process. */
export type ServerProcess = AsyncDisposable & { url: string; pid: number };

/** A probe in a process of its own that answers each line with a number. */
type LineProcess = AsyncDisposable & { ask(line: string): Promise<number> };

/** Runs a server on the contestants' Node; its first line is its address. */
export async function startServer(args: readonly string[], env?: Record<string, string>) {
  // The log goes to a file, as an operator would have it; once the server listens, the file has no name and ends with it.
  const log = join(tmpdir(), `payrig-bench-${randomUUID()}.log`);
  const descriptor = openSync(log, 'a');
  try {
    const child = run(args, ['ignore', 'pipe', descriptor], env);
    const first = await linesOf(child).next();
    if (first.done)
      throw new Error(`${args.join(' ')} ended before it listened: ${readFileSync(log, 'utf8')}`);
    child.stdout?.resume();
    return serverOf(child, first.value.trim());
  } finally {
    closeSync(descriptor);
    rmSync(log);
  }
}

/** A process that was given its port, as a server, once it answers. */
export async function answering(child: ChildProcess, port: number, headers?: Record<string, string>) {
  const server = serverOf(child, `http://127.0.0.1:${port}`);
  while (child.exitCode === null) {
    const answer = await fetch(`${server.url}/users`, { headers }).catch(() => undefined);
    await answer?.text();
    if (answer) return server;
    await delay(5);
  }
  throw new Error(`${child.spawnargs.join(' ')} ended before it listened`);
}

export async function startProbe(name: string, ...args: string[]): Promise<LineProcess> {
  const child = run([probeScript(name), ...args], ['pipe', 'pipe', 'inherit']);
  const lines = linesOf(child);
  await lines.next();
  return {
    async ask(line) {
      child.stdin?.write(`${line}\n`);
      return Number((await lines.next()).value);
    },
    [Symbol.asyncDispose]: () => stopped(child),
  };
}

const linesOf = ({ stdout }: ChildProcess): AsyncIterator<string, undefined> =>
  createInterface({ input: stdout! })[Symbol.asyncIterator]();

export const run = (args: readonly string[], stdio: StdioOptions, env?: Record<string, string>) =>
  spawn(contestantNode().path, args, { cwd: projectRoot, stdio, env: { ...process.env, ...env } });

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

function serverOf(child: ChildProcess, url: string): ServerProcess {
  if (child.pid === undefined) throw new Error('The process did not start');
  return { url, pid: child.pid, [Symbol.asyncDispose]: () => stopped(child) };
}

/** The Node that servers and bare loops run on: the one that runs the benchmark, unless --node names another. */
let node = { path: process.execPath, version: process.version, runsTypeScript: true };

export const contestantNode = () => node;

/** Runs contestants on another Node; one that cannot run TypeScript gets the built package. */
export function useNode(path: string): void {
  const print = 'console.log(JSON.stringify([process.version, Boolean(process.features.typescript)]))';
  const [version, runsTypeScript] = JSON.parse(execFileSync(path, ['-e', print], { encoding: 'utf8' }));
  node = { path: resolve(path), version, runsTypeScript };
}

export const cliScript = (): string =>
  join(projectRoot, node.runsTypeScript ? 'scripts/payrig.mjs' : 'dist/scripts/payrig.js');

export function probeScript(name: string): string {
  const file = fileURLToPath(new URL(`./probes/${name}.ts`, import.meta.url));
  if (node.runsTypeScript) return file;
  const folder = join(projectRoot, 'node_modules/.cache/payrig-bench-probes');
  const script = join(folder, `${name}.mjs`);
  const source = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(script, source.replace(/'\.\.\/\.\.\/\.\.\/(.+)\.ts'/g, `'${projectRoot}dist/$1.js'`));
  return script;
}
