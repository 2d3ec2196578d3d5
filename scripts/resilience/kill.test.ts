import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { lowdbStore } from '../../simulator/store/adapters/lowdb/lowdb-store.ts';
import { faultTest } from './testing/fault-test.ts';
import type { Problems } from './testing/problems.ts';
import {
  accounts,
  clock,
  configuration,
  entries,
  term,
  userFields,
  users,
  webhooks,
} from './testing/writers/things.ts';
import { uploads } from './testing/writers/uploads.ts';
import {
  acknowledgedBy,
  runUntilKilled,
  settleAll,
  type Writer,
  writersOf,
} from './testing/writers/writer.ts';

type KillSize = { kills: number; writers: number; uploads: boolean };

/** Kills a sandbox with -9 at random moments under concurrent writes, and compares the state after each restart. */
faultTest({
  name: 'kill',
  title: 'a sandbox killed at random moments loses no acknowledged change and breaks no file',
  short: { kills: 2, writers: 2, uploads: false },
  long: { kills: 50, writers: 4, uploads: true },
  least: { 'changes acknowledged': 21 },
  async run(bed) {
    const { seed, size, chance, problems, progress } = bed;
    const writers = writersFor(size);
    const sandbox = await bed.startSandbox();
    for (const writer of writers) await writer.open(sandbox.call);
    for (let kill = 1; kill <= size.kills; kill += 1) {
      const changes = chance.int(0, 12 * writers.length);
      await runUntilKilled(writers, sandbox, { changes, delayMs: chance.int(0, 20) });
      problems.add('log', ...sandbox.log());
      await sandbox.start();
      await settleAll(writers, sandbox.call, problems, `after kill ${kill}, seed ${seed}`);
      progress(`kill ${kill} of ${size.kills}: ${acknowledgedBy(writers)} changes acknowledged`);
    }
    await sandbox.process.stop();
    problems.add('log', ...sandbox.log());
    await lookAtFiles(join(bed.folder, 'data'), problems);
    const kept = writers.reduce((sum, { fates }) => sum + fates.kept, 0);
    const gone = writers.reduce((sum, { fates }) => sum + fates.gone, 0);
    return {
      kills: size.kills,
      'changes acknowledged': acknowledgedBy(writers),
      'changes under way when it was killed': kept + gone,
      'of those there afterwards': kept,
    };
  },
});

function writersFor({ writers, uploads: withUploads }: KillSize): Writer[] {
  const ofEach = Array.from({ length: writers }, (_, n) => [
    ...writersOf(userFields(`fields${n}`), users(`users${n}`), entries(`entries${n}`)),
    ...writersOf(accounts(`accounts${n}`), webhooks(`webhooks${n}`), term(`term${n}`)),
    ...(withUploads ? writersOf(uploads(`uploads${n}`)) : []),
  ]);
  return [...writersOf(configuration(), clock()), ...ofEach.flat()];
}

async function lookAtFiles(path: string, problems: Problems): Promise<void> {
  const store = await lowdbStore(path);
  problems.add('damage', ...(await store.health()).problems);
  await store.close();
  const drafts = (await readdir(path, { recursive: true })).filter((name) => name.endsWith('.tmp'));
  problems.add('left behind', ...drafts);
}
