import { setTimeout as pause } from 'node:timers/promises';
import type { Call } from './connection.ts';
import type { Lane } from './lanes/lane.ts';
import type { SandboxProcess } from './sandbox-process.ts';

/** Lets all lanes write, and kills the sandbox a moment after so many changes were acknowledged. */
export async function runUntilKilled(
  lanes: readonly Lane[],
  call: Call,
  sandbox: SandboxProcess,
  { changes, delay }: { changes: number /** In milliseconds. */; delay: number },
): Promise<void> {
  const enough = acknowledgedBy(lanes) + changes;
  let killing: Promise<void> | undefined;
  const kill = async () => {
    await pause(delay);
    await sandbox.kill();
  };
  const watched = () => {
    if (acknowledgedBy(lanes) >= enough) killing ??= kill();
    return false;
  };
  await Promise.all(lanes.map((lane) => lane.run(call, watched)));
  await killing;
}

/** How many changes all lanes together had acknowledged. */
export const acknowledgedBy = (lanes: readonly Lane[]): number =>
  lanes.reduce((sum, lane) => sum + lane.acknowledged, 0);
