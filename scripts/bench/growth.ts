import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { stream } from '../../generators/random.ts';
import { world } from '../../generators/world/world.ts';
import { apiKey, inMemory } from './contestants.ts';
import type { Effort } from './effort.ts';
import { type Figure, figureOf, ratios, type Section } from './figure.ts';
import { interleave } from './interleave.ts';
import { type Load, throughput } from './load.ts';
import { call } from './request.ts';
import type { ServerProcess } from './server-process.ts';

const json = { ...apiKey, 'Content-Type': 'application/json' };
const flat = { below: 1.5 };

/** What is measured, and what makes a server compile its code for it without touching anybody new. */
type Question = { load: Load; warmUp?: Load };

/** Requests to a world of so many users. */
async function questionsFor(
  { url }: ServerProcess,
  size: number,
  callers: number,
): Promise<Record<string, Question>> {
  // For ids alone, which are the same whenever the world was born.
  const people = world(undefined, { users: size, born: 0 });
  const draws = stream('bench', size);
  const queries = await queriesOf(url, people, callers, () => draws.int(0, people.userCount - 1));
  let next = 0;
  let current = queries[0]!;
  const patchOf = (path: Load['path']): Load => ({
    path,
    method: 'PATCH',
    headers: json,
    body: JSON.stringify({ ext_id: 'crm-2041', payroll_period_months: 12 }),
  });
  return {
    'the first page': { load: { path: '/users?offset=1&limit=10', headers: apiKey } },
    'the last page': { load: { path: `/users?offset=${people.userCount - 9}&limit=10`, headers: apiKey } },
    'a PATCH of anybody': {
      load: patchOf(() => `/users/${people.userId(draws.int(0, people.userCount - 1))}`),
      warmUp: patchOf(`/users/${people.userId(0)}`),
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

type Held = { accounts: { account_id: string; status: string }[]; authorisations: unknown[] };

/** Connection queries of users picked at random who have a linked account, with their tokens. */
async function queriesOf(url: string, people: ReturnType<typeof world>, callers: number, draw: () => number) {
  const queries: { headers: Record<string, string>; body: string }[] = [];
  while (queries.length < callers) {
    const user = `${url}/_sandbox/users/${people.userId(draw())}`;
    const { accounts, authorisations } = await call<Held>(user, { headers: apiKey });
    const account = accounts.find(({ status }) => status === 'LINKED');
    if (!account || authorisations.length === 0) continue;
    const { token } = await call<{ token: string }>(`${user}/tokens`, {
      method: 'POST',
      headers: apiKey,
      body: {},
    });
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ account_id: account.account_id });
    const status = await fetch(`${url}/payroll/entries/connections`, { method: 'POST', headers, body });
    if (status.ok) queries.push({ headers, body });
  }
  return queries;
}

/** Bytes on the heap of a sandbox that nobody has asked anything, with so many users. */
async function heapBytes(size: number): Promise<number> {
  const probe = fileURLToPath(new URL('./probes/heap.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', probe, String(size)]);
  return Number(stdout);
}

async function startMs(size: number): Promise<number> {
  const began = performance.now();
  const server = await inMemory('--users', String(size));
  const elapsed = performance.now() - began;
  await server.stop();
  return elapsed;
}

/** Whether a hundred times as many users cost anything. */
export async function growth(effort: Effort): Promise<Section> {
  const { rounds, seconds, warmUps, starts, sizes, callers } = effort;
  const [smallest, largest] = [sizes[0]!, sizes.at(-1)!];
  const names = sizes.map(String);
  const figures: Figure[] = [];
  const started = await interleave(names, Math.ceil(starts / 2), (size) => startMs(Number(size)));
  figures.push(...comparison('start', 'a start', started, names, 'ms'));
  const servers = await Promise.all(sizes.map((size) => inMemory('--users', String(size))));
  try {
    const questions = await Promise.all(sizes.map((size, at) => questionsFor(servers[at]!, size, callers)));
    for (const title of Object.keys(questions[0]!)) {
      for (const [at, server] of servers.entries()) {
        const { load, warmUp = load } = questions[at]![title]!;
        await throughput(server, warmUp, seconds * (1 + warmUps));
      }
      const costs = await interleave(names, rounds, async (name) => {
        const at = names.indexOf(name);
        const { rate, cost } = await throughput(servers[at]!, questions[at]![title]!.load, seconds);
        return cost || 1e6 / rate;
      });
      figures.push(
        ...comparison(title.split(' ').slice(1).join('-').toLowerCase(), title, costs, names, 'µs'),
      );
    }
  } finally {
    for (const server of servers) await server.stop();
  }
  const heap = await interleave([names[0]!, names.at(-1)!], Math.min(rounds, 3), (size) =>
    heapBytes(Number(size)),
  );
  // Both clients of a sandbox have as many users.
  const bytes = heap[names.at(-1)!]!.map(
    (most, round) => (most - heap[names[0]!]![round]!) / (2 * (largest - smallest)),
  );
  figures.push(
    figureOf('growth.memory', 'memory for a seeded user whom nobody has touched', 'bytes', bytes, {
      below: 1024,
    }),
  );
  return {
    id: 'growth',
    title: 'Growth',
    about: `What a sandbox of ${sizes.map((size) => size.toLocaleString('en-GB')).join(', ')} users takes for the same, in memory: the largest to the smallest. Requests are compared by the processor time that they cost.`,
    figures,
  };
}

/** How much longer the largest world takes than the smallest, and each size's own figure. */
function comparison(
  key: string,
  title: string,
  samples: Record<string, readonly number[]>,
  names: readonly string[],
  unit: 'ms' | 'µs',
): Figure[] {
  const [small, large] = [samples[names[0]!]!, samples[names.at(-1)!]!];
  const many = (name: string | undefined): string => Number(name).toLocaleString('en-GB');
  return [
    figureOf(
      `growth.${key}`,
      `${title} with ${many(names.at(-1))} users, to ${many(names[0])} users`,
      'times',
      ratios(large, small),
      flat,
    ),
    ...names.map((name) =>
      figureOf(`growth.${key}.${name}`, `${title} with ${many(name)} users`, unit, samples[name]!),
    ),
  ];
}
