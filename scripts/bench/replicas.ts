import { stream } from '../../generators/random.ts';
import { world } from '../../generators/world/world.ts';
import { BORN, callerOf, firstPage, inMemory, onPostgres, patchOf, startDatabases } from './contestants.ts';
import { figureOf, figuresIn, interleave, type Measure, msOf, ratios, sectionOf } from './figure.ts';
import { type Load, READY, throughput } from './load.ts';
import { probeScript, type ServerProcess, startProbe, startServer } from './server-process.ts';
import { burstMs } from './webhooks.ts';

/** As many connections as one process has to its database by default. */
const POOL = '10';
const counts = ['1', '2', '3'] as const;
type Databases = Awaited<ReturnType<typeof startDatabases>>;

/** PATCHes on PostgreSQL, beside the same transaction without a sandbox around it, and by one, two and three replicas. */
export const replicas: Measure = async ({ rounds, seconds, warmUps, deliveries }) => {
  await using databases = await startDatabases();
  const people = world(undefined, { born: BORN });
  const draws = stream('bench', 'replicas');
  const drawn = () => `/users/${people.userId(draws.int(0, people.userCount - 1))}`;
  const patch: Load = { ...patchOf(drawn), ready: READY };
  await using started = new AsyncDisposableStack();
  const url = await databases.make('shared');
  const servers: ServerProcess[] = [];
  for (const _ of counts) servers.push(started.use(await onPostgres(url, '--users', '200')));
  // A user has no row before the first change.
  const call = callerOf(servers[0]!);
  for (let index = 0; index < people.userCount; index += 1)
    await call('updateUser', { path: { user_id: people.userId(index) }, body: { ext_id: 'crm-2040' } });
  await using bare = await startProbe('bare-transactions', url, POOL);
  const rateOf = async (load: Load, count: number): Promise<number> => {
    const used = servers.slice(0, count);
    const each = Math.ceil(48 / count);
    const parts = await Promise.all(used.map((server) => throughput(server, load, seconds, each)));
    return parts.reduce((sum, { rate }) => sum + rate, 0);
  };
  for (let time = 0; time < warmUps; time += 1)
    for (const load of [patch, firstPage]) await rateOf(load, counts.length);
  await bare.ask(String(seconds));
  const rates = await interleave(['bare', ...counts], rounds, (name) =>
    name === 'bare' ? bare.ask(String(seconds)) : rateOf(patch, Number(name)),
  );
  const reads = await interleave(counts, rounds, (name) => rateOf(firstPage, Number(name)));
  // While others change users: it took over 15 s once, and not on a machine that did nothing else.
  const statements = await interleave(['1'], rounds, async () => {
    const [ms] = await Promise.all([statementMs(call, people.userId(FIRST_ORDINARY)), rateOf(patch, 1)]);
    return ms;
  });
  // Each burst takes seconds on PostgreSQL, and its spread is small.
  const sent = await deliveriesOf(databases, Math.ceil(rounds / 3), Math.ceil(deliveries / 2));
  const figures = {
    'patch-to-bare': ratios(rates['1'], rates.bare),
    'deliveries-to-memory': ratios(sent.two, sent.memory),
    bare: rates.bare,
    deliveries: sent.one,
    'deliveries-of-two': sent.two,
    statement: statements['1'],
  };
  const lines = [...curve('patch', 'PATCHes of a user', rates), ...curve('list', 'pages of 10 users', reads)];
  return sectionOf('replicas', [...figuresIn('replicas', figures), ...lines]);
};

/** The people of the scenarios come first, and some of them may not upload. */
const FIRST_ORDINARY = 70;
const ENTRIES = 1000;

function statementMs(call: ReturnType<typeof callerOf>, user_id: string): Promise<number> {
  const transactions = Array.from({ length: ENTRIES }, (_, at) => ({ description: `transaction ${at}` }));
  return msOf(() => call('createBankStatement', { path: { user_id }, body: { transactions } }));
}

/** Deliveries a second by one replica alone, by two that share the work, and by a sandbox in memory. */
async function deliveriesOf(databases: Databases, rounds: number, deliveries: number) {
  await using receiver = await startServer([probeScript('receiver')]);
  const flags = ['--users', '200'];
  const shared = await databases.make('shared_by_two');
  await using memory = await inMemory(...flags);
  await using one = await onPostgres(await databases.make('of_one'), ...flags);
  await using two = await onPostgres(shared, ...flags);
  await using _second = await onPostgres(shared, ...flags);
  const servers = { memory, one, two };
  return await interleave(['memory', 'one', 'two'], rounds, async (name) => {
    return (deliveries / (await burstMs(servers[name], receiver, deliveries))) * 1000;
  });
}

const curve = (key: string, title: string, rates: Record<(typeof counts)[number], readonly number[]>) =>
  counts.map((count) => {
    const by = `${count} replica${count === '1' ? '' : 's'}`;
    return figureOf(`replicas.${key}.${count}`, `${title} by ${by}`, 'a second', rates[count]);
  });
