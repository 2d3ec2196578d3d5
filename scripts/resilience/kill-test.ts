import { readdir } from 'node:fs/promises';
import { stream } from '../../generators/random.ts';
import { lowdbStore } from '../../simulator/store/adapters/lowdb/lowdb-store.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { Connections } from './connection.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { acknowledgedBy, runUntilKilled } from './run-until-killed.ts';
import { startProcess } from './sandbox-process.ts';
import { accounts, clock, entries, term, users, webhooks } from './writers/things.ts';
import { uploads } from './writers/uploads.ts';
import { configuration, userFields } from './writers/user-fields.ts';
import { settleAll, type Writer, writersOf } from './writers/writer.ts';

export type KillSize = {
  kills: number;
  /** Of each kind. */
  writers: number;
  uploads: boolean;
};

/** Kills a sandbox with -9 at random moments under concurrent writes, and looks what is there after each restart. */
export async function killTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<KillSize>): Promise<ResilienceOutcome> {
  const chance = stream(seed, 'kills');
  const problems = new Problems();
  const folder = await temporaryFolder();
  const flags = ['--data', folder.path, '--users', '4', '--log-level', 'error'];
  const writers = writersFor(size);
  const fates = { kept: 0, gone: 0 };
  let sandbox = await startProcess(flags);
  const connections = new Connections(sandbox.url, { most: writers.length });
  try {
    for (const writer of writers) await writer.open(connections.call);
    for (let kill = 1; kill <= size.kills; kill += 1) {
      await runUntilKilled(writers, connections.call, sandbox, {
        changes: chance.int(0, 12 * writers.length),
        delay: chance.int(0, 20),
      });
      complain(problems, sandbox.output());
      sandbox = await startProcess(flags);
      connections.url = sandbox.url;
      await settleAll(writers, connections.call, problems, `after kill ${kill}, seed ${seed}`);
      progress(`kill ${kill} of ${size.kills}: ${acknowledgedBy(writers)} changes acknowledged`);
    }
    await sandbox.stop();
    complain(problems, sandbox.output());
    await lookAtFiles(folder.path, problems);
  } finally {
    connections.close();
    await sandbox.kill();
    await folder.remove();
  }
  for (const writer of writers) {
    fates.kept += writer.fates.kept;
    fates.gone += writer.fates.gone;
  }
  return {
    figures: {
      kills: size.kills,
      'changes acknowledged': acknowledgedBy(writers),
      'changes under way when it was killed': fates.kept + fates.gone,
      'of those there afterwards': fates.kept,
    },
    problems: problems.list(),
  };
}

function writersFor({ writers, uploads: withUploads }: KillSize): Writer[] {
  const ofEach = Array.from({ length: writers }, (_, n) =>
    writersOf(
      userFields(`fields${n}`),
      users(`users${n}`),
      entries(`entries${n}`),
      accounts(`accounts${n}`),
      webhooks(`webhooks${n}`),
      term(`term${n}`),
      ...(withUploads ? [uploads(`uploads${n}`)] : []),
    ),
  );
  return [...writersOf(configuration(), clock()), ...ofEach.flat()];
}

/** At level error the log is empty unless a file was damaged or the sandbox broke. */
function complain(problems: Problems, output: string): void {
  for (const line of output.split('\n').filter((one) => one.startsWith('{'))) problems.add('log', line);
}

async function lookAtFiles(path: string, problems: Problems): Promise<void> {
  const store = await lowdbStore(path);
  for (const problem of (await store.health()).problems) problems.add('damage', problem);
  await store.close();
  const drafts = (await readdir(path, { recursive: true })).filter((name) => name.endsWith('.tmp'));
  for (const draft of drafts) problems.add('left behind', draft);
}
