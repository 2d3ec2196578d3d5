import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { stream } from '../../generators/random.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { type Call, must } from './connection.ts';
import { smallDisk } from './disk/small-disk.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { RestartableSandbox } from './restartable-sandbox.ts';
import { acknowledgedBy } from './run-until-killed.ts';
import { accounts, entries, term, users } from './writers/things.ts';
import { configuration, userFields } from './writers/user-fields.ts';
import { settleAll, type Writer, writersOf } from './writers/writer.ts';

export type DiskSize = { rounds: number; seconds: number; changes: number };

/** Fills the disk under a sandbox and empties it again: what was refused changed nothing, and all else is kept. */
export async function diskTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<DiskSize>): Promise<ResilienceOutcome> {
  const chance = stream(seed, 'disk');
  const problems = new Problems();
  const folder = await temporaryFolder();
  const disk = smallDisk(folder.path);
  const flags = ['--data', `${disk.path}/data`, '--users', '4', '--log-level', 'silent'];
  const sandbox = await RestartableSandbox.start({ flags });
  const { call } = sandbox;
  const writers = writersOf(
    userFields('fields'),
    configuration(),
    users('users'),
    entries('entries'),
    accounts('accounts'),
    term('term'),
  );
  const ends = performance.now() + size.seconds * 1000;
  const figures = {
    disk: disk.how,
    'times full': 0,
    'changes refused': 0,
    'changes kept': 0,
    'kills when it was full': 0,
  };
  try {
    for (const writer of writers) await writer.open(call);
    for (let round = 1; round <= size.rounds && performance.now() < ends; round += 1) {
      const where = `round ${round}, seed ${seed}`;
      for (let n = 0; n < size.changes; n += 1) await chance.pick(writers).step(call);
      disk.fill(chance.int(0, 12_000), sandbox.process.pid);
      figures['times full'] += 1;
      const refused = await whileFull(call, writers, size.changes, problems);
      figures['changes refused'] += refused;
      await settleAll(writers, call, problems, `${where}, when it is full`);
      const drafts = await leftBehind(disk.path);
      if (drafts.length > 0) problems.add('left behind', `${where}: ${drafts}`);
      if (chance.chance(0.4)) {
        await sandbox.process.kill();
        figures['kills when it was full'] += 1;
        // On a full disk it starts, or says in one sentence why it cannot.
        await sandbox.start().catch((error: Error) => {
          if (!/data folder|cannot be used/i.test(error.message) || /\n\s+at /.test(error.message))
            problems.add('start', `${where}: ${error.message.slice(0, 600)}`);
        });
      }
      disk.empty(sandbox.process.pid);
      if (sandbox.process.crashed() || !(await isThere(call))) await sandbox.start();
      await settleAll(writers, call, problems, `${where}, when there is room again`);
      for (const writer of writers) await writer.step(call);
      if (await isTold(call)) problems.add('health', `${where}: there is room again, and health is not well`);
      progress(`round ${round}: ${figures['changes refused']} refused, ${acknowledgedBy(writers)} kept`);
    }
    await sandbox.restart('stop');
    await settleAll(writers, call, problems, `at the end, seed ${seed}`);
  } finally {
    await sandbox.close();
    disk.close();
    await folder.remove();
  }
  return { figures: { ...figures, 'changes kept': acknowledgedBy(writers) }, problems: problems.list() };
}

/** Changes are made or refused as 503; reading goes on. How many were refused. */
async function whileFull(
  call: Call,
  writers: readonly Writer[],
  changes: number,
  problems: Problems,
): Promise<number> {
  let refused = 0;
  const counted: Call = async (asked) => {
    const answer = await call(asked);
    if (answer.status === 503) {
      refused += 1;
      // A small change of the sandbox's own may fit before this is asked: that does not make the disk well.
      if (!(await isTold(call)))
        problems.add('health', `${asked.method} ${asked.path} was refused, and it is well`);
    } else if (answer.status >= 500)
      problems.add('full disk', `${asked.method} ${asked.path} gave ${answer.status} ${answer.text}`);
    return answer;
  };
  for (let n = 0; n < changes; n += 1) await writers[n % writers.length]!.step(counted);
  await must(call, { method: 'GET', path: '/users?limit=100' });
  return refused;
}

/** Drafts of what was refused; one that is gone a moment later was being written. */
async function leftBehind(path: string): Promise<string[]> {
  const drafts = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tmp'),
  );
  if (drafts.length > 0) await pause(500);
  return drafts.filter((name) => existsSync(join(path, name)));
}

const isTold = async (call: Call): Promise<boolean> =>
  (await must(call, { method: 'GET', path: '/_sandbox/health' })).problems.length > 0;

const isThere = (call: Call): Promise<boolean> =>
  call({ method: 'GET', path: '/_sandbox/health' }).then(
    () => true,
    () => false,
  );
