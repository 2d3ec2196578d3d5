import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOf } from '../../conformance/target/child-end.ts';

export type ToolRun = { code: number; stdout: string; stderr: string; seconds: number };
export type ToolOptions = {
  cwd?: string;
  env?: Record<string, string> | undefined;
  /** The tool is killed after so long, and its code is then -1. */
  timeoutMs?: number;
};

const bin = fileURLToPath(new URL('../../node_modules/.bin', import.meta.url));

export const projectRoot: string = fileURLToPath(new URL('../..', import.meta.url));

/** The compiler written in Go takes a quarter of the time; tools that use the compiler as a library need the older one. */
export const compiler = join(projectRoot, 'node_modules/typescript7/bin/tsc');

/** Runs a tool of the project, whatever the caller's PATH is, and keeps what it says. */
export function runTool(command: string, args: readonly string[], options: ToolOptions = {}) {
  const started = performance.now();
  return new Promise<ToolRun>((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? projectRoot,
      env: { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
      detached: options.timeoutMs !== undefined,
    });
    const text = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (chunk: string) => {
        text[name] += chunk;
      });
    endOf(child, options.timeoutMs).then(
      ({ code }) => resolve({ code: code ?? -1, ...text, seconds: (performance.now() - started) / 1000 }),
      reject,
    );
  });
}
