import { performance } from 'node:perf_hooks';
import { onStop } from '../on-stop.ts';

/** npm passes a Ctrl-C on to a child that has got it from the terminal already: two so close are one. */
const TOGETHER_MS = 500;

/** Resolves at Ctrl-C or a polite kill; a second one, if what follows takes too long, ends the process at once. */
export function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    let asked: number | undefined;
    const stop = () => {
      if (asked !== undefined && performance.now() - asked > TOGETHER_MS) process.exit(130);
      asked ??= performance.now();
      resolve();
    };
    onStop(stop);
  });
}
