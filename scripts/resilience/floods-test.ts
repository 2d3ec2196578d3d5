import { setTimeout as pause } from 'node:timers/promises';
import type { Stream } from '../../generators/random.ts';
import { ask, type Call, Connections, must, Unanswered } from './connection.ts';
import { flood, floodKinds } from './floods/flood.ts';
import { resilienceTest, timeLimit } from './resilience-test.ts';
import { accounts, entries } from './writers/things.ts';
import { userFields } from './writers/user-fields.ts';
import { acknowledgedBy, settleAll, unlessUnanswered, writersOf } from './writers/writer.ts';

export type FloodsSize = { rounds: number; seconds: number; connections: number };

/** The most descriptors of the sandbox: fewer than there are connections. */
const DESCRIPTORS = 400;
const MOST_MEMORY = 400 << 20;
/** How long a flood lasts once all its connections are open. */
const FLOOD_MS = 1500;

/** Opens more connections than the sandbox has descriptors while clients write: they lose no change and get no refusal. */
export const floodsTest = resilienceTest<FloodsSize>('floods', async (bed) => {
  const { seed, size, chance, problems, progress } = bed;
  const sandbox = await bed.startSandbox(['--users', '100'], {
    variables: { NODE_OPTIONS: '--max-old-space-size=192' },
    descriptors: DESCRIPTORS,
  });
  const call = retryingStale(sandbox.call);
  const writers = writersOf(userFields('fields'), entries('entries'), accounts('accounts'));
  const hasTime = timeLimit(size.seconds);
  const kinds = shuffled(Object.keys(floodKinds), chance);
  const figures = { floods: 0, connections: 0, 'changes meanwhile': 0, 'ms for the slowest change': 0 };
  for (const writer of writers) await writer.open(sandbox.call);
  for (; figures.floods < size.rounds && hasTime(); figures.floods += 1) {
    const kind = kinds[figures.floods % kinds.length]!;
    const where = `${kind}, seed ${seed}`;
    let isOver = false;
    const works = writers.map(async (writer) => {
      while (!isOver) {
        const began = performance.now();
        await writer.step(call);
        const took = Math.round(performance.now() - began);
        figures['ms for the slowest change'] = Math.max(figures['ms for the slowest change'], took);
      }
    });
    const working = Promise.all(works).catch((error) => problems.add('refused', `${where}: ${error}`));
    const port = Number(new URL(sandbox.process.url).port);
    const { opened, end } = await flood(port, size.connections, floodKinds[kind]!);
    await pause(FLOOD_MS);
    const memory = (await sandbox.process.memory()) ?? 0;
    if (memory > MOST_MEMORY) problems.add('memory', `${where}: ${memory >> 20} MB`);
    isOver = true;
    await working;
    end();
    await newcomerIsServed(sandbox.process.url).catch((error) =>
      problems.add('after the flood', `${where}: ${error}`),
    );
    if (sandbox.process.crashed()) throw new Error(`${where}: ${sandbox.process.output().slice(-1000)}`);
    figures.connections += opened;
    progress(`${kind}: ${opened} connections, ${memory >> 20} MB, ${acknowledgedBy(writers)} changes`);
  }
  figures['changes meanwhile'] = acknowledgedBy(writers);
  await sandbox.restart('kill');
  await settleAll(writers, sandbox.call, problems, `seed ${seed}`);
  return figures;
});

/** Sends a request again when the server closed its idle connection in the moment of sending. */
export const retryingStale =
  (call: Call): Call =>
  (asked) =>
    call(asked).catch((error) => {
      if (error instanceof Unanswered && error.stale) return call(asked);
      throw error;
    });

/** Tries on a connection of its own, until the sandbox has noticed that the flood is gone. */
async function newcomerIsServed(url: string): Promise<void> {
  const connections = new Connections(url, { most: 1, patience: 20_000 });
  try {
    for (let tries = 0; ; tries += 1) {
      try {
        const { users } = await must(connections.call, 'listUsers', { query: { limit: 1 } });
        const estimate = ask('getOnsExpenditure', { path: { user_id: users[0]!.user_id } });
        const { status, text } = await connections.call(estimate);
        if (status >= 500) throw new Error(`an estimate gave ${status} ${text}`);
        return;
      } catch (error) {
        if (tries === 100) throw error;
        unlessUnanswered(error);
        await pause(100);
      }
    }
  } finally {
    connections.close();
  }
}

function shuffled<T>(list: readonly T[], chance: Stream): T[] {
  return list
    .map((value) => ({ value, at: chance.unit() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
