import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type Call, must } from './testing/connection.ts';
import { faultTest, timeLimit } from './testing/fault-test.ts';
import type { Problems } from './testing/problems.ts';
import { smallDisk } from './testing/small-disk.ts';
import { accounts, configuration, entries, term, userFields, users } from './testing/writers/things.ts';
import { acknowledgedBy, settleAll, type Writer, writersOf } from './testing/writers/writer.ts';

/** Fills the disk of a sandbox and empties it again: refused changes leave no trace, and acknowledged ones are kept. */
faultTest({
  name: 'disk',
  title: 'a disk that is full refuses changes and loses none, and is used again when there is room',
  short: { rounds: 1, seconds: 20, changes: 15 },
  long: { rounds: 60, seconds: 45, changes: 60 },
  least: { 'times full': 1 },
  async run(bed) {
    const { seed, size, chance, problems, progress } = bed;
    const disk = bed.closing(smallDisk(bed.folder));
    const sandbox = await bed.startSandbox(['--data', join(disk.path, 'data'), '--log-level', 'silent']);
    const { call } = sandbox;
    const writers = [
      ...writersOf(userFields('fields'), configuration(), users('users')),
      ...writersOf(entries('entries'), accounts('accounts'), term('term')),
    ];
    const hasTime = timeLimit(size.seconds);
    let timesFull = 0;
    let kills = 0;
    let refused = 0;
    for (const writer of writers) await writer.open(call);
    for (let round = 1; round <= size.rounds && hasTime(); round += 1) {
      const where = `round ${round}, seed ${seed}`;
      for (let n = 0; n < size.changes; n += 1) await chance.pick(writers).step(call);
      disk.fill(chance.int(0, 12_000), sandbox.process.pid);
      timesFull += 1;
      refused += await whileFull(call, writers, size.changes, problems);
      await settleAll(writers, call, problems, `${where}, when it is full`);
      const drafts = await leftBehind(disk.path);
      if (drafts.length > 0) problems.add('left behind', `${where}: ${drafts}`);
      if (chance.chance(0.4)) {
        await sandbox.process.kill();
        kills += 1;
        // On a full disk it starts, or says in one sentence why it cannot.
        await sandbox.start().catch((error: Error) => {
          if (!/data folder|cannot be used/i.test(error.message) || /\n +at /.test(error.message))
            problems.add('start', `${where}: ${error.message.slice(0, 600)}`);
        });
      }
      disk.empty(sandbox.process.pid);
      if (sandbox.process.crashed() || !(await isThere(call))) await sandbox.start();
      await settleAll(writers, call, problems, `${where}, when there is room again`);
      for (const writer of writers) await writer.step(call);
      if (await reportsProblems(call))
        problems.add('health', `${where}: there is room again, and health is not well`);
      progress(`round ${round}: ${refused} refused, ${acknowledgedBy(writers)} kept`);
    }
    await sandbox.restart('stop');
    await settleAll(writers, call, problems, `at the end, seed ${seed}`);
    return {
      disk: disk.how,
      'times full': timesFull,
      'changes refused': refused,
      'changes kept': acknowledgedBy(writers),
      'kills when it was full': kills,
    };
  },
});

/** Changes are made or refused with 503; reads go on. Returns how many were refused. */
async function whileFull(call: Call, writers: readonly Writer[], changes: number, problems: Problems) {
  let refused = 0;
  const counted: Call = async (asked) => {
    const answer = await call(asked);
    if (answer.status === 503) {
      refused += 1;
      // A small change of the sandbox's own may still fit before this request: health must report the disk all the same.
      if (!(await reportsProblems(call)))
        problems.add('health', `${asked.method} ${asked.path} was refused, and it is well`);
    } else if (answer.status >= 500)
      problems.add('full disk', `${asked.method} ${asked.path} gave ${answer.status} ${answer.text}`);
    return answer;
  };
  for (let n = 0; n < changes; n += 1) await writers[n % writers.length]!.step(counted);
  await must(call, 'listUsers', { query: { limit: 100 } });
  return refused;
}

/** Drafts of refused changes; one that is gone a moment later was being written. */
async function leftBehind(path: string): Promise<string[]> {
  const drafts = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.tmp'),
  );
  if (drafts.length > 0) await pause(500);
  return drafts.filter((name) => existsSync(join(path, name)));
}

const reportsProblems = async (call: Call): Promise<boolean> =>
  ((await must(call, 'getHealth')).problems ?? []).length > 0;

const isThere = (call: Call): Promise<boolean> =>
  call(ask('getHealth')).then(
    () => true,
    () => false,
  );
