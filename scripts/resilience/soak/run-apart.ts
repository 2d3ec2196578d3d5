import { spawn } from 'node:child_process';
import type { ResilienceOutcome } from '../testing/fault-test.ts';

/**
 * Runs a module in a process of its own, which sends what came of it: one that breaks or hangs costs none of the others.
 * All that it started ends with it.
 */
export function runApart(
  module: string,
  words: readonly string[],
  mostSeconds: number,
  stopped?: AbortSignal,
): Promise<ResilienceOutcome> {
  const child = spawn(process.execPath, [module, ...words], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  let outcome: ResilienceOutcome | undefined;
  const fail = (problem: string): void => {
    outcome = { figures: {}, problems: [problem] };
  };
  const endAll = (): void => {
    try {
      process.kill(-(child.pid as number), 'SIGKILL');
    } catch {
      // Nothing is left of it.
    }
  };
  child.on('message', (message) => {
    outcome = message as ResilienceOutcome;
  });
  const late = setTimeout(() => {
    fail(`It was not done after ${mostSeconds} seconds`);
    endAll();
  }, mostSeconds * 1000);
  stopped?.addEventListener('abort', endAll);
  return new Promise((resolve) =>
    child.on('exit', (code, signal) => {
      clearTimeout(late);
      stopped?.removeEventListener('abort', endAll);
      endAll();
      if (!outcome) fail(`It ended with ${code ?? signal} before it was done; its last words are above`);
      resolve(outcome as ResilienceOutcome);
    }),
  );
}
