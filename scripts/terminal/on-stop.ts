import { readFileSync } from 'node:fs';

/** How often a process that npm started checks whether npm still runs. */
const LOOK_MS = 500;

/** The parent of this process and the npm above it; without /proc only the parent is known. */
const above = () => ({ parent: process.ppid, npm: npmAbove() });

/** Read when this module is loaded, which the command line does first: npm may end before a sandbox has started. */
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

/** npm passes a Ctrl-C on to a child that the terminal has sent it to already: two within this time are one. */
const TOGETHER_MS = 500;

export function onStopTwice(first: () => void, again: () => void): void {
  let asked: number | undefined;
  onStop(() => {
    if (asked === undefined) {
      asked = performance.now();
      first();
    } else if (performance.now() - asked > TOGETHER_MS) again();
  });
}

/** The npm among the processes above this one: past a shell, and in a clone past the Node that started another. */
function npmAbove(): number | undefined {
  try {
    for (let pid = process.ppid, steps = 0; pid > 1 && steps < 4; steps++) {
      if (/^npm\b|\bnp[mx]-cli\.js/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) return pid;
      // The name, in brackets, may hold anything; the parent is the second field after it.
      pid = Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]);
    }
  } catch {
    // There is no /proc here, or the process has ended.
  }
  return undefined;
}
