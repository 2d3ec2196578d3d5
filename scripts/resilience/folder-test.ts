import { setTimeout as pause } from 'node:timers/promises';
import type { Stream } from '../../generators/random.ts';
import { lockFight } from './folder/lock-fight.ts';
import { type Problems, resilienceTest, timeLimit } from './resilience-test.ts';
import type { RestartableSandbox } from './restartable-sandbox.ts';
import { entries, users } from './writers/things.ts';
import { userFields } from './writers/user-fields.ts';
import { acknowledgedBy, runUntilKilled, settleAll, writersOf } from './writers/writer.ts';

export type FolderSize = { rounds: number; seconds: number };

/** How many sandboxes want the folder at the same time. */
const RIVALS = 2;

/** Sandboxes compete for one folder while its holder is killed: one serves at a time, and no change is lost. */
export const folderTest = resilienceTest<FolderSize>('folder', async (bed) => {
  const { seed, size, chance, problems, progress } = bed;
  const { taken, kills } = await lockFight(size.seconds / 3, chance.fork('locks'), problems);
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
