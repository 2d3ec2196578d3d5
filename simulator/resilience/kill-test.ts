import { readdir } from 'node:fs/promises';
import { stream } from '../../generators/random.ts';
import { lowdbStore } from '../store/adapters/lowdb/lowdb-store.ts';
import { temporaryFolder } from '../store/testing/temporary-folder.ts';
import { Connections } from './connection.ts';
import { type HardOptions, type HardOutcome, Problems } from './hard-test.ts';
import { Lane } from './lanes/lane.ts';
import { accounts, clock, entries, term, users, webhooks } from './lanes/things.ts';
import { uploads } from './lanes/uploads.ts';
import { configuration, userFields } from './lanes/user-fields.ts';
import { acknowledgedBy, runUntilKilled } from './run-until-killed.ts';
import { startProcess } from './sandbox-process.ts';

export type KillSize = { kills: number /** Writers of each kind. */; writers: number; uploads: boolean };

/** Kills a sandbox with -9 at random moments under concurrent writes, and looks what is there after each restart. */
export async function killTest({
  seed,
  size,
  progress = () => {},
}: HardOptions<KillSize>): Promise<HardOutcome> {
  const chance = stream(seed, 'kills');
  const problems = new Problems();
  const folder = await temporaryFolder();
  const flags = ['--data', folder.path, '--users', '4', '--log-level', 'error'];
  const lanes = lanesOf(size);
  const fates = { kept: 0, gone: 0 };
  let sandbox = await startProcess(flags);
  const connections = new Connections(sandbox.url, { most: lanes.length });
  try {
    for (const lane of lanes) await lane.open(connections.call);
    for (let kill = 1; kill <= size.kills; kill += 1) {
      await runUntilKilled(lanes, connections.call, sandbox, {
        changes: chance.int(0, 12 * lanes.length),
        delay: chance.int(0, 20),
      });
      complain(problems, sandbox.output());
      sandbox = await startProcess(flags);
      connections.url = sandbox.url;
      for (const lane of lanes) {
        const problem = await lane.settle(connections.call).catch(String);
        if (problem !== undefined) problems.add(lane.name, `after kill ${kill} (seed ${seed}): ${problem}`);
      }
      progress(`kill ${kill} of ${size.kills}: ${acknowledgedBy(lanes)} changes acknowledged`);
    }
    await sandbox.stop();
    complain(problems, sandbox.output());
    await lookAtFiles(folder.path, problems);
  } finally {
    connections.close();
    await sandbox.kill();
    await folder.remove();
  }
  for (const lane of lanes) {
    fates.kept += lane.fates.kept;
    fates.gone += lane.fates.gone;
  }
  return {
    figures: {
      kills: size.kills,
      'changes acknowledged': acknowledgedBy(lanes),
      'under way and kept': fates.kept,
      'under way and gone': fates.gone,
    },
    problems: problems.list(),
  };
}

function lanesOf({ writers, uploads: withUploads }: KillSize): Lane[] {
  const registers = [configuration(), clock()].map((one) => new Lane(one as never));
  for (let n = 1; n <= writers; n += 1) {
    registers.push(
      ...[userFields(`fields${n}`), users(`users${n}`), entries(`entries${n}`)].map(
        (one) => new Lane(one as never),
      ),
      ...[accounts(`accounts${n}`), webhooks(`webhooks${n}`), term(`term${n}`)].map(
        (one) => new Lane(one as never),
      ),
      ...(withUploads ? [new Lane(uploads(`uploads${n}`) as never)] : []),
    );
  }
  return registers;
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
