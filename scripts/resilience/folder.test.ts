import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Stream } from '../../generators/random.ts';
import { faultTest, timeLimit } from './testing/fault-test.ts';
import type { Problems } from './testing/problems.ts';
import type { RestartableSandbox } from './testing/restartable-sandbox.ts';
import { entries, userFields, users } from './testing/writers/things.ts';
import { acknowledgedBy, runUntilKilled, settleAll, writersOf } from './testing/writers/writer.ts';

const RIVALS = 2;

/** Sandboxes compete for one folder while its holder is killed: one serves at a time, and no change is lost. */
faultTest({
  name: 'folder',
  title: 'of those who fight for a folder one has it at a time, and no acknowledged change is lost',
  short: { rounds: 1, seconds: 5 },
  long: { rounds: 40, seconds: 50 },
  least: { 'times that it was taken': 4 },
  async run(bed) {
    const { seed, size, chance, problems, progress } = bed;
    const { taken, kills } = await lockFight(bed.folder, size.seconds / 3, chance.fork('locks'), problems);
    progress(`a folder taken ${taken} times, ${kills} killed, ${problems.count} problems`);
    const writers = writersOf(userFields('fields'), users('users'), entries('entries'));
    const hasTime = timeLimit((size.seconds * 2) / 3);
    let holder = await bed.startSandbox();
    const figures = {
      'times that it was taken': taken + 1,
      'kills of its holder': kills,
      'turned away': 0,
      'sandboxes started': 1,
    };
    for (const writer of writers) await writer.open(holder.call);
    for (let round = 1; round <= size.rounds && hasTime(); round += 1) {
      const limits = { changes: chance.int(0, 60), delayMs: chance.int(0, 200) };
      const killing = runUntilKilled(writers, holder, limits);
      [holder] = await Promise.all([nextHolder(bed.startSandbox, chance, figures, problems), killing]);
      figures['kills of its holder'] += 1;
      figures['times that it was taken'] += 1;
      await settleAll(writers, holder.call, problems, `round ${round}, seed ${seed}`);
      progress(`round ${round}: ${figures['turned away']} turned away, ${acknowledgedBy(writers)} changes`);
    }
    return { ...figures, 'changes kept': acknowledgedBy(writers) };
  },
});

/** Starts rivals again and again until one of them has the folder; all others must be refused. */
async function nextHolder(
  start: () => Promise<RestartableSandbox>,
  chance: Stream,
  figures: { 'sandboxes started': number; 'turned away': number },
  problems: Problems,
): Promise<RestartableSandbox> {
  const serving: RestartableSandbox[] = [];
  const rival = async (): Promise<void> => {
    while (serving.length === 0) {
      await pause(chance.int(0, 100));
      figures['sandboxes started'] += 1;
      try {
        serving.push(await start());
      } catch (error) {
        if (!String(error).includes('is in use by process')) problems.add('turned away', String(error));
        figures['turned away'] += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: RIVALS }, rival));
  const [first, ...more] = serving.filter(({ process }) => !process.crashed());
  if (!first) throw new Error('Every sandbox that took the folder ended');
  for (const { process } of more) {
    problems.add('two serve', `${process.url} beside ${first.process.url}`);
    await process.kill();
  }
  return first;
}

const fighter = fileURLToPath(new URL('./testing/lock-fighter.ts', import.meta.url));
const FIGHTERS = 5;

/** Processes that take one folder from each other, some of which are killed as they do; how often they took it. */
async function lockFight(parent: string, seconds: number, chance: Stream, problems: Problems) {
  const folder = await mkdtemp(join(parent, 'locks-'));
  const dead = new Set<number>();
  let taken = 0;
  const hear = (line: string): void => {
    const met = /^met (\d+)$/.exec(line)?.[1];
    if (line === 'took') taken += 1;
    // One that was killed is out of the folder a moment before it is out of the list of processes.
    else if (met === undefined || !dead.has(Number(met))) problems.add('two in a folder', line);
  };
  const start = (): ChildProcess => {
    const words = [fighter, folder, String(chance.bits())];
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
  return { taken, kills };
}

function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('close', () => resolve());
    child.kill('SIGKILL');
  });
}
