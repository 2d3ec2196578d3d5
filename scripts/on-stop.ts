import { readFileSync } from 'node:fs';

/** How often a process that npm started looks whether npm is still there. */
const LOOK_MS = 500;

/** Whose child this is, and which npm stands above; where there is no /proc, only the first can be told. */
const surroundings = { env: process.env, ppid: () => process.ppid, npm: npmAbove };

/**
 * Calls `stop` at Ctrl-C, a polite kill and a closed terminal. npm passes no signal on through the shell that it starts
 * commands in: where npm or npx started this process, it also stops when its parent or that npm is gone.
 */
export function onStop(stop: () => void, { env, ppid, npm } = surroundings): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (env['npm_command'] === undefined) return;
  const [parent, above] = [ppid(), npm()];
  const look = setInterval(() => {
    if (ppid() === parent && npm() === above) return;
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
