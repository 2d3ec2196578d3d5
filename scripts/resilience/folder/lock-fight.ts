import { type ChildProcess, spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Stream } from '../../../generators/random.ts';
import { temporaryFolder } from '../../../simulator/store/testing/temporary-folder.ts';
import type { Problems } from '../resilience-test.ts';

const fighter = fileURLToPath(new URL('./lock-fighter.ts', import.meta.url));
const FIGHTERS = 5;

/** Processes that take one folder from each other, some of which are killed as they do; how often they took it. */
export async function lockFight(
  seconds: number,
  chance: Stream,
  problems: Problems,
): Promise<{ taken: number; kills: number }> {
  const folder = await temporaryFolder();
  const dead = new Set<number>();
  let taken = 0;
  const hear = (line: string): void => {
    const met = /^met (\d+)$/.exec(line)?.[1];
    if (line === 'took') taken += 1;
    // One that was killed is out of the folder a moment before it is out of the list of processes.
    else if (met === undefined || !dead.has(Number(met))) problems.add('two in a folder', line);
  };
  const start = (): ChildProcess => {
    const words = [fighter, folder.path, String(chance.bits())];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', hear);
    return child;
  };
  const children = Array.from({ length: FIGHTERS }, start);
  const ends = performance.now() + seconds * 1000;
  let kills = 0;
  while (performance.now() < ends) {
    await pause(chance.int(300, 900));
    const victim = chance.int(0, FIGHTERS - 1);
    dead.add(children[victim]!.pid!);
    await killed(children[victim]!);
    children[victim] = start();
    kills += 1;
  }
  for (const { pid } of children) dead.add(pid!);
  await Promise.all(children.map(killed));
  await folder.remove();
  return { taken, kills };
}

function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });
}
