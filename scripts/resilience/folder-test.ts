import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Stream, stream } from '../../generators/random.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { Connections } from './connection.ts';
import { lockFight } from './folder/lock-fight.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { acknowledgedBy, runUntilKilled } from './run-until-killed.ts';
import { type SandboxProcess, startProcess } from './sandbox-process.ts';
import { entries, users } from './writers/things.ts';
import { userFields } from './writers/user-fields.ts';
import { settleAll, writersOf } from './writers/writer.ts';

export type FolderSize = { rounds: number; seconds: number };

/** How many sandboxes want the folder at the same time. */
const RIVALS = 2;

/** Sandboxes that fight for one folder while whoever has it is killed: one serves at a time, and no change is lost. */
export async function folderTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<FolderSize>): Promise<ResilienceOutcome> {
  const chance = stream(seed, 'folder');
  const problems = new Problems();
  const { taken, kills } = await lockFight(size.seconds / 3, chance.fork('locks'), problems);
  progress(`a folder taken ${taken} times, ${kills} killed, ${problems.count} problems`);
  const folder = await temporaryFolder();
  const flags = ['--data', folder.path, '--users', '4', '--log-level', 'error'];
  const writers = writersOf(userFields('fields'), users('users'), entries('entries'));
  const ends = performance.now() + (size.seconds * 2000) / 3;
  let holder = await startProcess(flags);
  const connections = new Connections(holder.url);
  const figures = {
    'times that it was taken': taken + 1,
    'kills of its holder': kills,
    'turned away': 0,
    'sandboxes started': 1,
  };
  try {
    for (const writer of writers) await writer.open(connections.call);
    for (let round = 1; round <= size.rounds && performance.now() < ends; round += 1) {
      const killing = runUntilKilled(writers, connections.call, holder, {
        changes: chance.int(0, 60),
        delay: chance.int(0, 200),
      });
      const [next] = await Promise.all([fought(flags, chance, figures, problems), killing]);
      holder = next;
      connections.url = holder.url;
      figures['kills of its holder'] += 1;
      figures['times that it was taken'] += 1;
      await settleAll(writers, connections.call, problems, `round ${round}, seed ${seed}`);
      progress(`round ${round}: ${figures['turned away']} turned away, ${acknowledgedBy(writers)} changes`);
    }
  } finally {
    connections.close();
    await holder.kill();
    await folder.remove();
  }
  return { figures: { ...figures, 'changes kept': acknowledgedBy(writers) }, problems: problems.list() };
}

/** Rivals that try again and again until one of them has the folder; all others must have been turned away. */
async function fought(
  flags: readonly string[],
  chance: Stream,
  figures: { 'sandboxes started': number; 'turned away': number },
  problems: Problems,
): Promise<SandboxProcess> {
  const serving: SandboxProcess[] = [];
  const rival = async (): Promise<void> => {
    while (serving.length === 0) {
      await pause(chance.int(0, 100));
      figures['sandboxes started'] += 1;
      try {
        serving.push(await startProcess(flags));
      } catch (error) {
        if (!String(error).includes('is in use by process')) problems.add('turned away', String(error));
        figures['turned away'] += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: RIVALS }, rival));
  const [first, ...more] = serving.filter((one) => !one.crashed());
  for (const one of more) {
    problems.add('two serve', `${one.url} beside ${first?.url}`);
    await one.kill();
  }
  return first!;
}
