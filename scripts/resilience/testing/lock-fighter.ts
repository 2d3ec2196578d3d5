// Takes a folder again and again, and prints the id of a process that it met inside. Every other time it leaves a lock
// behind, as a process that died there would.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { stream } from '../../../generators/random.ts';
import { FolderInUseError, lockFolder } from '../../../simulator/store/adapters/lowdb/folder-lock.ts';

const [folder = '', seed = ''] = process.argv.slice(2);
const chance = stream(seed, process.pid);
const inside = join(folder, 'inside');
const lock = join(folder, 'lock');
let times = 0;

for (;;) {
  const unlock = await lockFolder(folder, () => Date.now()).catch((error: unknown) => {
    if (!(error instanceof FolderInUseError)) throw error;
  });
  if (unlock === undefined) {
    await pause(chance.int(0, 3));
    continue;
  }
  const other = whoIsInside();
  if (other !== undefined) console.log(`met ${other}`);
  writeFileSync(`${inside}.${process.pid}`, String(process.pid));
  renameSync(`${inside}.${process.pid}`, inside);
  if (chance.chance(0.5)) await pause(chance.int(0, 3));
  if (whoIsInside() !== process.pid) console.log(`lost to ${whoIsInside()}`);
  rmSync(inside, { force: true });
  const mine = readFileSync(lock, 'utf8');
  if (JSON.parse(mine).pid !== process.pid) console.log(`the lock is ${mine}`);
  await unlock();
  times += 1;
  console.log('took');
  if (chance.chance(0.5)) leaveDead();
}

/** A lock whose owner is gone, unless another has come already. */
function leaveDead(): void {
  const draft = `${lock}.${process.pid}-${times}`;
  const boot = textOf('/proc/sys/kernel/random/boot_id');
  const socket = `lock-${process.pid}-${times}.sock`;
  writeFileSync(
    draft,
    JSON.stringify({ pid: 1, host: 'gone', boot, socket, token: `${process.pid}-${times}` }),
  );
  try {
    linkSync(draft, lock);
  } catch {}
  rmSync(draft);
}

/** A living process that is inside; one that was killed there left its name behind. */
function whoIsInside(): number | undefined {
  const pid = Number(textOf(inside) || Number.NaN);
  return Number.isNaN(pid) || !isAlive(pid) ? undefined : pid;
}

/** A process that was killed keeps its number until its parent has heard of it, and is inside of nothing by then. */
function isAlive(pid: number): boolean {
  const state = /\) (\w)/.exec(textOf(`/proc/${pid}/stat`))?.[1];
  if (state !== undefined) return !'ZX'.includes(state);
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return '';
  }
}
