import type { Sandbox } from '../../simulator/sandbox.ts';
import { onStopTwice } from '../on-stop.ts';
import type { Sink } from './sandbox-log.ts';

/** How long requests and deliveries under way may take to finish. */
const PATIENCE_MS = 4000;

/** Waits for Ctrl-C or a polite kill, then lets what is under way finish; a second one stops at once. */
export function untilStopped(sandbox: Sandbox, sink: Sink, quiet: boolean): Promise<number> {
  const exit = (code: number): never => {
    sink.flush();
    process.exit(code);
  };
  return new Promise((resolve) => {
    const stop = async (): Promise<void> => {
      if (!quiet && process.stderr.isTTY) process.stderr.write('\nStopping. Ctrl-C again stops at once.\n');
      // What is cut off was not acknowledged, or is in the outbox and is sent after the next start.
      const late = setTimeout(() => exit(0), PATIENCE_MS);
      await sandbox.close();
      clearTimeout(late);
      sink.flush();
      resolve(0);
      // A handle that a library left open must not keep the process alive.
      setTimeout(() => process.exit(0), 250).unref();
    };
    onStopTwice(
      () => void stop(),
      () => exit(130),
    );
  });
}
