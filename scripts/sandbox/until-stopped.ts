import { performance } from 'node:perf_hooks';
import type { Sandbox } from '../../simulator/sandbox.ts';
import { onStop } from '../on-stop.ts';
import type { Sink } from './sandbox-log.ts';

/** How long requests and deliveries under way may take to finish. */
const patience = 4000;
/** npm passes a Ctrl-C on to a child that has got it from the terminal already: two so close are one. */
const together = 500;

/** Waits for Ctrl-C or a polite kill, then lets what is under way finish; a second one stops at once. */
export function untilStopped(sandbox: Sandbox, sink: Sink, quiet: boolean): Promise<number> {
  return new Promise((resolve) => {
    let asked: number | undefined;
    const stop = async (): Promise<void> => {
      if (asked !== undefined) {
        if (performance.now() - asked < together) return;
        sink.flush();
        process.exit(130);
      }
      asked = performance.now();
      if (!quiet && process.stderr.isTTY) process.stderr.write('\nStopping. Ctrl-C again stops at once.\n');
      // Whatever is cut off was not acknowledged, or is in the outbox and is tried again after the next start.
      const late = setTimeout(() => {
        sink.flush();
        process.exit(0);
      }, patience);
      await sandbox.close();
      clearTimeout(late);
      sink.flush();
      resolve(0);
      // Something that somebody else left open must not keep the process.
      setTimeout(() => process.exit(0), 250).unref();
    };
    onStop(() => void stop());
  });
}
