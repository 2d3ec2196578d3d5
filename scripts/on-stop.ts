import { readFileSync } from 'node:fs';

/** How often a process that npm started looks whether npm is still there. */
const LOOK_MS = 500;

/** Whose child a process is, and which npm stands above; where there is no /proc, only the first can be told. */
type Above = { parent: number; npm: number | undefined };

const above = (): Above => ({ parent: process.ppid, npm: npmAbove() });

/** Looked at when this is loaded, which the command line does first of all: npm may be gone before a sandbox is up. */
const surroundings = { env: process.env, atStart: above(), above };

/**
 * Calls `stop` at Ctrl-C, a polite kill and a closed terminal. npm passes no signal on through the shell that it starts
 * commands in: where npm or npx started this process, it also stops when its parent or that npm is gone. (A Ctrl-C goes
 * to all of them; a SIGINT to npm alone does nothing, since npm itself ignores it.)
 */
export function onStop(stop: () => void, { env, atStart, above } = surroundings): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (env['npm_command'] === undefined) return;
  const look = setInterval(() => {
    const now = above();
    if (now.parent === atStart.parent && now.npm === atStart.npm) return;
    clearInterval(look);
    stop();
  }, LOOK_MS);
  look.unref();
}

/** The npm among the processes above this one: past a shell, and in a clone past the Node that started another. */
function npmAbove(): number | undefined {
  try {
    for (let pid = process.ppid, steps = 0; pid > 1 && steps < 4; steps++) {
      if (/^npm\b|\bnp[mx]-cli\.js/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) return pid;
      // The name, in brackets, may hold anything; the parent is the second field after it.
      pid = Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')[1],
      );
    }
  } catch {
    // There is no such folder here, or the process is gone.
  }
  return undefined;
}
