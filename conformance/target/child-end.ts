import type { ChildProcess } from 'node:child_process';

export type ChildEnd = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** How long the output of a process may take to arrive after its end. */
const LAST_WORDS_MS = 500;

/** Resolves when a process has ended, not its output: a daemon that it left (in its group) ends with it. */
export function endOf(child: ChildProcess, timeoutMs?: number): Promise<ChildEnd> {
  return new Promise((resolve, reject) => {
    const late = timeoutMs === undefined ? undefined : setTimeout(() => killGroup(child), timeoutMs);
    child.once('error', (error) => {
      clearTimeout(late);
      reject(error);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(late);
      killGroup(child);
      const over = (): void => {
        clearTimeout(timer);
        for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
        resolve({ code, signal });
      };
      const timer = setTimeout(over, LAST_WORDS_MS);
      child.once('close', over);
    });
  });
}

export function outputOf(child: ChildProcess): () => string {
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  return () => output;
}

export function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // All of it is gone already.
  }
}
