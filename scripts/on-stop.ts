/** How often a process that npm started looks whether npm is still there. */
const LOOK_MS = 500;

/**
 * Calls `stop` at Ctrl-C, a polite kill and a closed terminal. npm passes no signal on through the shell that it starts
 * commands in: where npm or npx started this process, it also stops when its parent is gone.
 */
export function onStop(
  stop: () => void,
  { env, ppid } = { env: process.env, ppid: () => process.ppid },
): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (env['npm_command'] === undefined) return;
  const parent = ppid();
  const look = setInterval(() => {
    if (ppid() === parent) return;
    clearInterval(look);
    stop();
  }, LOOK_MS);
  look.unref();
}
