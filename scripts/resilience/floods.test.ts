import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Stream } from '../../generators/random.ts';
import { ask, Connections, must, retryingStale } from './testing/connection.ts';
import { faultTest, timeLimit } from './testing/fault-test.ts';
import { accounts, entries, userFields } from './testing/writers/things.ts';
import { acknowledgedBy, answered, settleAll, writersOf } from './testing/writers/writer.ts';

/** The most descriptors of the sandbox: fewer than there are connections. */
const DESCRIPTORS = 400;
const MOST_MEMORY = 400 << 20;
const FLOOD_MS = 1500;

/** Opens more connections than the sandbox has descriptors while clients write: they lose no change and get no refusal. */
faultTest({
  name: 'floods',
  title: 'connections beyond the descriptors, silent, slow and greedy, cost whoever works no change',
  short: { rounds: 1, seconds: 60, connections: 500 },
  long: { rounds: 27, seconds: 50, connections: 700 },
  least: { 'changes meanwhile': 1 },
  async run(bed) {
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
      if (sandbox.process.crashed()) throw new Error(where);
      figures.connections += opened;
      progress(`${kind}: ${opened} connections, ${memory >> 20} MB, ${acknowledgedBy(writers)} changes`);
    }
    figures['changes meanwhile'] = acknowledgedBy(writers);
    await sandbox.restart('kill');
    await settleAll(writers, sandbox.call, problems, `seed ${seed}`);
    return figures;
  },
});

/** Tries on a connection of its own, until the sandbox has noticed that the flood is gone. */
async function newcomerIsServed(url: string): Promise<void> {
  const connections = new Connections(url, { most: 1, patience: 20_000 });
  try {
    await answered(async () => {
      const { users } = await must(connections.call, 'listUsers', { query: { limit: 1 } });
      const estimate = ask('getOnsExpenditure', { path: { user_id: users[0]!.user_id } });
      const { status, text } = await connections.call(estimate);
      if (status >= 500) throw new Error(`an estimate gave ${status} ${text}`);
    });
  } finally {
    connections.close();
  }
}

const shuffled = <T>(list: readonly T[], chance: Stream): T[] =>
  list
    .map((value) => ({ value, at: chance.unit() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);

/** What the connections of a flood have in common: what each sends once it is open, and whether it reads. */
type FloodKind = { says: string; repeats?: string; reads?: boolean };

const key = 'Host: localhost\r\nX-API-KEY: sandbox-key\r\n';
const get = (path: string): string => `GET ${path} HTTP/1.1\r\n${key}\r\n`;

/** Ways to keep a connection busy and give nothing for it. */
const floodKinds: Readonly<Record<string, FloodKind>> = {
  'says nothing': { says: '' },
  'half a request line': { says: 'GET /us' },
  'drips headers': { says: `GET /users HTTP/1.1\r\n${key}`, repeats: 'X-A: b\r\n' },
  'half a body': {
    says: `POST /_sandbox/users HTTP/1.1\r\n${key}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"forename": "`,
    repeats: 'x',
  },
  'asks and does not read': { says: get('/users?limit=100') },
  'asks a hundred times and does not read': { says: get('/openapi.json').repeat(100) },
  'follows events and does not read': { says: get('/_sandbox/events') },
  'asks without end': { says: get('/users?limit=1'), repeats: get('/users?limit=1').repeat(3), reads: true },
  'no HTTP': { says: '\u0016\u0003\u0001\u0000', reads: true },
};

/** Connections of one kind; resolves when each of them is open or refused. */
async function flood(port: number, count: number, { says, repeats, reads = false }: FloodKind) {
  const sockets = new Set<Socket>();
  let opened = 0;
  const timers: NodeJS.Timeout[] = [];
  const open = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      sockets.add(socket);
      if (reads) socket.resume();
      socket.on('error', () => resolve());
      socket.on('close', () => {
        sockets.delete(socket);
        resolve();
      });
      socket.on('connect', () => {
        opened += 1;
        socket.write(says);
        if (repeats !== undefined)
          timers.push(setInterval(() => socket.writableLength < 65_536 && socket.write(repeats), 100));
        resolve();
      });
    });
  await Promise.all(Array.from({ length: count }, open));
  return {
    opened,
    end() {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
