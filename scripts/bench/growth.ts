import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { stream } from '../../generators/random.ts';
import { world } from '../../generators/world/world.ts';
import { apiKey, BORN, callerOf, inMemory, onEachStore } from './contestants.ts';
import {
  type Effort,
  type Figure,
  figureOf,
  figuresBySize,
  figuresIn,
  interleave,
  type Measure,
  sectionOf,
} from './figure.ts';
import { given, type Load, throughput } from './load.ts';
import { contestantNode, probeScript, type ServerProcess } from './server-process.ts';

const json = { ...apiKey, 'Content-Type': 'application/json' };
const flat = { below: 1.5 };

/** What is measured, and what comes first, if that is a figure of its own. */
type Question = { load: Load; first?: Load & { amount: number } };

async function questionsFor(
  server: ServerProcess,
  size: number,
  callers: number,
): Promise<Record<string, Question>> {
  const people = world(undefined, { users: size, born: BORN });
  const draws = stream('bench', size);
  const queries = await queriesOf(server, callers, () => people.userId(draws.int(0, people.userCount - 1)));
  let next = 0;
  let current = queries[0]!;
  let changed = 0;
  const patch = {
    method: 'PATCH' as const,
    headers: json,
    body: JSON.stringify({ ext_id: 'crm-2041', payroll_period_months: 12 }),
  };
  return {
    'the first page': { load: { path: '/users?offset=1&limit=10', headers: apiKey } },
    'the last page': { load: { path: `/users?offset=${people.userCount - 9}&limit=10`, headers: apiKey } },
    'a PATCH of anybody': {
      load: { ...patch, path: () => `/users/${people.userId(draws.int(0, people.userCount - 1))}` },
      first: {
        ...{ ...patch, amount: people.userCount },
        path: () => `/users/${people.userId(changed++ % people.userCount)}`,
      },
    },
    'a connection query': {
      load: {
        path: '/payroll/entries/connections',
        method: 'POST',
        headers: () => {
          current = queries[next++ % queries.length]!;
          return current.headers;
        },
        body: () => current.body,
      },
    },
  };
}

async function queriesOf(server: ServerProcess, callers: number, drawUser: () => string) {
  const call = callerOf(server);
  const queries: { headers: Record<string, string>; body: string }[] = [];
  while (queries.length < callers) {
    const path = { user_id: drawUser() };
    const { accounts, authorisations } = await call('inspectUser', { path });
    const account = accounts.find(({ status }) => status === 'LINKED');
    if (!account || authorisations.length === 0) continue;
    const { token } = await call('issueUserToken', { path });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const query = { headers, body: JSON.stringify({ account_id: account.account_id }) };
    const url = `${server.url}/payroll/entries/connections`;
    const answer = await fetch(url, { method: 'POST', ...query });
    if (answer.ok) queries.push(query);
  }
  return queries;
}

async function heapBytes(size: number): Promise<number> {
  const words = ['--expose-gc', probeScript('heap'), String(size)];
  const { stdout } = await promisify(execFile)(contestantNode().path, words);
  return Number(stdout);
}

async function startMs(size: string): Promise<number> {
  const began = performance.now();
  await using _server = await inMemory('--users', size);
  return performance.now() - began;
}

type Start = (size: number) => Promise<ServerProcess>;

async function costsOn(store: string, start: Start, effort: Effort): Promise<Figure[]> {
  const { rounds, seconds, warmUps, sizes, callers } = effort;
  const names = sizes.map(String);
  await using started = new AsyncDisposableStack();
  const servers: ServerProcess[] = [];
  for (const size of sizes) servers.push(started.use(await start(size)));
  const figures: Figure[] = [];
  const questions = await Promise.all(sizes.map((size, at) => questionsFor(servers[at]!, size, callers)));
  for (const title of Object.keys(questions[0]!)) {
    const costOf = async (at: number, load: Load, duration: number): Promise<number> => {
      const { rate, cost } = await throughput(servers[at]!, load, duration);
      // The processor time of the sandbox leaves out that of the database.
      return (store !== 'PostgreSQL' && cost) || 1e6 / rate;
    };
    const key = `${store.toLowerCase()}.${title.split(' ').slice(1).join('-').toLowerCase()}`;
    for (const at of sizes.keys()) {
      const { load, first } = questions[at]![title]!;
      if (warmUps > 0)
        await costOf(at, first ? { ...load, path: given(first.path) } : load, seconds * warmUps);
      const cost = first && (await costOf(at, first, seconds));
      const words = `${title} on ${store}, each for the first time`;
      // A hundred requests take less time than the machine's clock of processor time can tell.
      if (cost !== undefined && at === sizes.length - 1)
        figures.push(figureOf(`growth.first.${key}`, words, 'µs', [cost]));
    }
    const costs = await interleave(names, rounds, (name) => {
      const at = names.indexOf(name);
      return costOf(at, questions[at]![title]!.load, seconds);
    });
    figures.push(...figuresBySize(`growth.${key}`, `${title} on ${store}`, 'users', costs, 'µs', flat));
  }
  const moves = await interleave(names, rounds, (name) => monthMs(servers[names.indexOf(name)]!));
  const key = `growth.${store.toLowerCase()}.clock`;
  figures.push(...figuresBySize(key, `a month of the clock on ${store}`, 'users', moves, 'ms', flat));
  return figures;
}

/** Those with something due are as many in every world: the people of the scenarios. */
async function monthMs(server: ServerProcess): Promise<number> {
  const began = performance.now();
  await callerOf(server)('moveClock', { body: { by: 'P1M' } });
  return performance.now() - began;
}

export const growth: Measure = async (effort) => {
  const { starts, sizes } = effort;
  // Processor time hardly changes from round to round, and three stores with four requests each take minutes.
  const rounds = Math.ceil(effort.rounds / 2);
  const names = sizes.map(String);
  const [smallest = '', largest = ''] = [names[0], names.at(-1)];
  const started = await interleave(names, Math.ceil(starts / 2), startMs);
  const costs = await onEachStore((store, start) =>
    costsOn(store, (size) => start('--users', String(size)), { ...effort, rounds }),
  );
  const heap = await interleave([smallest, largest], Math.min(rounds, 3), (size) => heapBytes(Number(size)));
  // Both clients of a sandbox have as many users.
  const users = 2 * (Number(largest) - Number(smallest));
  const bytes = heap[largest]!.map((most, round) => (most - heap[smallest]![round]!) / users);
  const figures = [
    ...figuresBySize('growth.start', 'a start', 'users', started, 'ms', flat),
    ...costs,
    ...figuresIn('growth', { 'memory.user': bytes }),
  ];
  return sectionOf('growth', figures, {
    sizes: sizes.map((size) => size.toLocaleString('en-GB')).join(', '),
  });
};
