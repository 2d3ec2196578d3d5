import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from './connection.ts';
import type { SandboxProcess } from './sandbox-process.ts';
import type { Writer } from './writers/writer.ts';

/** Lets all writers write, and kills the sandbox a moment after so many changes were acknowledged. */
export async function runUntilKilled(
  writers: readonly Writer[],
  call: Call,
  sandbox: SandboxProcess,
  { changes, delay }: { changes: number /** In milliseconds. */; delay: number },
): Promise<void> {
  const enough = acknowledgedBy(writers) + changes;
  let killing: Promise<void> | undefined;
  const kill = async () => {
    await pause(delay);
    await sandbox.kill();
  };
  const watched = () => {
    if (acknowledgedBy(writers) >= enough) killing ??= kill();
    return false;
  };
  await Promise.all(writers.map((writer) => writer.run(call, watched)));
  await killing;
}

/** How many changes all writers together had acknowledged. */
export const acknowledgedBy = (writers: readonly Writer[]): number =>
  writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
