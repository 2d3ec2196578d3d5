import { stream } from '../../generators/random.ts';
import { world } from '../../generators/world/world.ts';
import { BORN, callerOf, firstPage, inMemory, onEachStore, patchOf, type StartOn } from './contestants.ts';
import { type Effort, type Figure, figuresBySize, interleave, type Measure, sectionOf } from './figure.ts';
import { type Load, throughput } from './load.ts';
import type { ServerProcess } from './server-process.ts';

const flat = { below: 1.5 };

type Sized = { server: ServerProcess; patch: Load };

/** Starts a sandbox of `size` users, each of whom is changed once: the first change draws the person. */
async function started(start: StartOn, size: number, { warmUps, seconds }: Effort): Promise<Sized> {
  const server = await start('--users', String(size));
  const people = world(undefined, { users: size, born: BORN });
  const draws = stream('bench', size);
  let next = 0;
  const each = patchOf(() => `/users/${people.userId(next++ % people.userCount)}`);
  await throughput(server, { ...each, amount: people.userCount }, seconds);
  const patch = patchOf(() => `/users/${people.userId(draws.int(0, people.userCount - 1))}`);
  if (warmUps > 0) for (const load of [firstPage, patch]) await throughput(server, load, seconds * warmUps);
  return { server, patch };
}

async function costsOn(store: string, start: StartOn, effort: Effort): Promise<Figure[]> {
  const { rounds, seconds, sizes } = effort;
  await using servers = new AsyncDisposableStack();
  const sized: Record<string, Sized> = {};
  for (const size of sizes) {
    sized[size] = await started(start, size, effort);
    servers.use(sized[size].server);
  }
  const costOf = async ({ server }: Sized, load: Load): Promise<number> => {
    const { rate, cost } = await throughput(server, load, seconds);
    // The processor time of the sandbox leaves out that of the database.
    return (store !== 'PostgreSQL' && cost) || 1e6 / rate;
  };
  const questions = [
    ['first-page', 'the first page', 'µs', (one: Sized) => costOf(one, firstPage)],
    ['patch-of-anybody', 'a PATCH of anybody', 'µs', (one: Sized) => costOf(one, one.patch)],
    ['clock', 'a month of the clock', 'ms', ({ server }: Sized) => monthMs(server)],
  ] as const;
  const figures: Figure[] = [];
  for (const [key, title, unit, measure] of questions) {
    const costs = await interleave(sizes.map(String), rounds, (size) => measure(sized[size]!));
    const id = `growth.${store.toLowerCase()}.${key}`;
    figures.push(...figuresBySize(id, `${title} on ${store}`, 'users', costs, unit, flat));
  }
  return figures;
}

/** What is due is nearly as much in every world: the checks of the scenarios, and what happens to at most 300 people. */
async function monthMs(server: ServerProcess): Promise<number> {
  const began = performance.now();
  await callerOf(server)('moveClock', { body: { by: 'P1M' } });
  return performance.now() - began;
}

async function startMs(size: string): Promise<number> {
  const began = performance.now();
  await using _server = await inMemory('--users', size);
  return performance.now() - began;
}

export const growth: Measure = async (effort) => {
  const { starts, sizes } = effort;
  const starting = await interleave(sizes.map(String), Math.ceil(starts / 2), startMs);
  // Processor time hardly changes from round to round, and three stores with three requests each take minutes.
  const rounds = Math.ceil(effort.rounds / 2);
  const costs = await onEachStore((store, start) => costsOn(store, start, { ...effort, rounds }));
  const figures = [...figuresBySize('growth.start', 'a start', 'users', starting, 'ms', flat), ...costs];
  const words = { sizes: sizes.map((size) => size.toLocaleString('en-GB')).join(', ') };
  return sectionOf('growth', figures, words);
};

type Call = ReturnType<typeof callerOf>;

const changes: Record<string, (call: Call, user_id: string, n: number) => Promise<unknown>> = {
  'a PATCH': (call, user_id, n) =>
    call('updateUser', { path: { user_id }, body: { ext_id: `crm-${n}`, surname: `Fairweather ${n}` } }),
  'an entry': (call, user_id) =>
    call('createEntry', { path: { user_id }, body: { payroll_submissions: [{}] } }),
  'a statement': (call, user_id) => call('createBankStatement', { path: { user_id }, body: {} }),
};

const REPEATS = 10;

async function userWith(call: Call, things: number): Promise<string> {
  const { user_id } = await call('createUser', { body: { forename: 'Ann', surname: 'Fairweather' } });
  for (let n = 0; n < things; n += 2)
    for (const name of ['an entry', 'a statement']) await changes[name]!(call, user_id, n);
  return user_id;
}

export const history: Measure = async ({ rounds, things }) => {
  const names = things.map(String);
  const figures = await onEachStore(async (store, start) => {
    await using server = await start();
    const call = callerOf(server);
    const users: Record<string, string> = {};
    for (const name of names) users[name] = await userWith(call, Number(name));
    const found: Figure[] = [];
    let n = 0;
    for (const [title, change] of Object.entries(changes)) {
      const costs = await interleave(names, rounds, async (name) => {
        const began = performance.now();
        for (let time = 0; time < REPEATS; time += 1) await change(call, users[name]!, n++);
        return (performance.now() - began) / REPEATS;
      });
      const id = `history.${store.toLowerCase()}.${title.split(' ')[1]!.toLowerCase()}`;
      found.push(...figuresBySize(id, `${title} on ${store}`, 'things', costs, 'ms', { below: 2 }));
    }
    return found;
  });
  return sectionOf('history', figures, { things: things.join(' and with ') });
};
