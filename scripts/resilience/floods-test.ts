import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Stream, stream } from '../../generators/random.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { Connections, must, Unanswered } from './connection.ts';
import { flood, floodKinds } from './floods/flood.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { RestartableSandbox } from './restartable-sandbox.ts';
import { acknowledgedBy } from './run-until-killed.ts';
import { accounts, entries } from './writers/things.ts';
import { userFields } from './writers/user-fields.ts';
import { settleAll, writersOf } from './writers/writer.ts';

export type FloodsSize = { rounds: number; seconds: number; connections: number };

/** How many descriptors the sandbox may have: fewer than there are connections. */
const DESCRIPTORS = 400;
const MOST_MEMORY = 400 << 20;
/** How long a flood lasts once it stands, in milliseconds. */
const LASTS = 1500;

/** Floods a sandbox beyond its descriptors while somebody works, who must not lose a change or be refused. */
export async function floodsTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<FloodsSize>): Promise<ResilienceOutcome> {
  const chance = stream(seed, 'floods');
  const problems = new Problems();
  const folder = await temporaryFolder();
  const flags = ['--data', folder.path, '--users', '100', '--log-level', 'error'];
  const variables = { NODE_OPTIONS: '--max-old-space-size=192' };
  const sandbox = await RestartableSandbox.start({ flags, variables, descriptors: DESCRIPTORS });
  // Between two floods a connection may be idle for so long that the sandbox closes it, as we use it again.
  const call: typeof sandbox.call = (asked) =>
    sandbox.call(asked).catch((error) => {
      if (error instanceof Unanswered && error.stale) return sandbox.call(asked);
      throw error;
    });
  const writers = writersOf(userFields('fields'), entries('entries'), accounts('accounts'));
  const ends = performance.now() + size.seconds * 1000;
  const figures = { floods: 0, connections: 0, 'changes meanwhile': 0, 'ms for the slowest change': 0 };
  try {
    for (const writer of writers) await writer.open(sandbox.call);
    for (const kinds = shuffled(Object.keys(floodKinds), chance); figures.floods < size.rounds; ) {
      if (performance.now() > ends) break;
      const kind = kinds[figures.floods % kinds.length]!;
      const where = `${kind}, seed ${seed}`;
      let isOver = false;
      const works = writers.map(async (writer) => {
        while (!isOver) {
          const before = performance.now();
          await writer.step(call);
          figures['ms for the slowest change'] = Math.max(
            figures['ms for the slowest change'],
            Math.round(performance.now() - before),
          );
        }
      });
      const working = Promise.all(works).catch((error) => problems.add('refused', `${where}: ${error}`));
      const port = Number(new URL(sandbox.process.url).port);
      const { stands, end } = await flood(port, size.connections, floodKinds[kind]!);
      await pause(LASTS);
      const memory = (await sandbox.process.memory()) ?? 0;
      if (memory > MOST_MEMORY) problems.add('memory', `${where}: ${memory >> 20} MB`);
      isOver = true;
      await working;
      end();
      await newcomerIsServed(sandbox.process.url).catch((error) =>
        problems.add('after the flood', `${where}: ${error}`),
      );
      if (sandbox.process.crashed()) throw new Error(`${where}: ${sandbox.process.output().slice(-1000)}`);
      figures.floods += 1;
      figures.connections += stands;
      progress(`${kind}: ${stands} connections, ${memory >> 20} MB, ${acknowledgedBy(writers)} changes`);
    }
    figures['changes meanwhile'] = acknowledgedBy(writers);
    await sandbox.restart('kill');
    await settleAll(writers, sandbox.call, problems, `seed ${seed}`);
  } finally {
    await sandbox.close();
    await folder.remove();
  }
  return { figures, problems: problems.list() };
}

/** On a connection of its own, as soon as the sandbox has noticed that the others are gone. */
async function newcomerIsServed(url: string): Promise<void> {
  const connections = new Connections(url, { most: 1, patience: 20_000 });
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        const { users } = await must(connections.call, { method: 'GET', path: '/users?limit=1' });
        const path = `/expenditure/${users[0].user_id}/ons`;
        const { status, text } = await connections.call({ method: 'GET', path });
        if (status >= 500) throw new Error(`an estimate gave ${status} ${text}`);
        return;
      } catch (error) {
        if ((error as Error).name !== 'Unanswered' || tries === 100) throw error;
        await pause(100);
      }
    }
  } finally {
    connections.close();
  }
}

function shuffled<T>(list: readonly T[], chance: Stream): T[] {
  return list
    .map((one) => ({ one, at: chance.unit() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
