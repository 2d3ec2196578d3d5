import { setTimeout as pause } from 'node:timers/promises';
import { stream } from '../../generators/random.ts';
import { startPostgres } from '../../simulator/store/testing/postgres-server.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { startBalancer } from './balancer.ts';
import { type Call, Connections, must, Unanswered } from './connection.ts';
import { DeliveriesAudit } from './deliveries-audit.ts';
import { type FlakyReceiver, startFlakyReceiver } from './flaky-receiver.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { acknowledgedBy } from './run-until-killed.ts';
import { startProcess } from './sandbox-process.ts';
import { hastyFlags, subscribe, subscriptions } from './webhook-test.ts';
import { events } from './writers/events.ts';
import { accounts, users } from './writers/things.ts';
import { userFields } from './writers/user-fields.ts';
import { type Writer, writersOf } from './writers/writer.ts';

export type ReplicasSize = {
  /** Of users to whom things happen, and of writers of each other kind. */
  users: number;
  writers: number;
  /** Each replica in turn; the database is restarted half way. */
  kills: number;
  /** Changes between two kills, or seconds if those come first. */
  changes: number;
  seconds: number;
  /** Whether the clock is moved under load, too, and not only in the end. */
  moves: boolean;
};

/** Attempts follow each other at once, so that replicas send all the time and not only when the clock is moved. */
const hasty = { first_seconds: 0.2, factor: 2, max_seconds: 2, jitter: 0.2 };

/** Nothing more happens while so many events wait to be sent: a queue that only grows would test nothing but itself. */
const MOST_WAITING = 200;

/** Three replicas on one PostgreSQL, each killed in turn under load, and the database restarted. */
export async function replicasTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<ReplicasSize>): Promise<ResilienceOutcome> {
  const chance = stream(seed, 'replicas');
  const problems = new Problems();
  const folder = await temporaryFolder();
  const database = await startPostgres();
  await database.started;
  const flags = ['--store', database.url, ...(await hastyFlags(folder.path, 4, hasty)).slice(2)];
  const receiver = await startFlakyReceiver(subscriptions, chance.fork('receiver'));
  const replicas = await Promise.all([1, 2, 3].map(() => startProcess(flags)));
  const balancer = await startBalancer(() => replicas.map(({ url }) => url));
  const connections = new Connections(balancer.url, { patience: 120_000 });
  const call = refusedIsUnanswered(connections.call);
  const registers = Array.from({ length: size.users }, (_, n) => events(`u${n}`));
  const happening = writersOf(...registers);
  const others = Array.from({ length: size.writers }, (_, n) =>
    writersOf(userFields(`fields${n}`), users(`users${n}`), accounts(`accounts${n}`)),
  ).flat();
  const writers = [...happening, ...others];
  const happened = () => new Map(registers.map((one, n) => [one.userId(), happening[n]!.state as string[]]));
  let stopped = false;
  const waiting = waitingEvents(happening, receiver);
  const held: Call = async (asked) => {
    while (waiting() > MOST_WAITING && !stopped) await pause(10);
    return call(asked);
  };
  try {
    await subscribe(call, receiver);
    for (const writer of writers) await writer.open(call);
    const writing = Promise.all([
      ...happening.map((writer) => write(writer, held, () => stopped, problems)),
      ...others.map((writer) => write(writer, call, () => stopped, problems)),
    ]);
    for (let kill = 1; kill <= size.kills; kill += 1) {
      const goal = acknowledgedBy(writers) + chance.int(1, size.changes);
      await until(() => acknowledgedBy(writers), goal, size.seconds * 1000);
      if (kill === Math.ceil(size.kills / 2)) await database.restart();
      const at = kill % replicas.length;
      if (replicas[at]!.crashed()) problems.add('crashed', replicas[at]!.output());
      await replicas[at]!.kill();
      replicas[at] = await startProcess(flags);
      // A move waits for what the killed replica was sending, until its lease has run out: so not with every kill. It
      // makes every attempt on the way, each at its time, so it is short: most of what happened still waits to be sent.
      if (size.moves && kill % replicas.length === 0) await moveClock(call, 'PT10S').catch(unlessUnanswered);
      progress(
        `kill ${kill} of ${size.kills}: ${acknowledgedBy(writers)} changes, ${receiver.arrivals.length} arrivals`,
      );
    }
    stopped = true;
    await writing;
    for (const writer of writers) await settle(writer, call, problems);
    receiver.recover();
    const audit = new DeliveriesAudit(registers, subscriptions);
    for (let round = 0; round < 40 && audit.missing(receiver.arrivals, happened()) > 0; round += 1) {
      await answered(() => moveClock(call, 'PT30M'));
    }
    audit.judge(receiver.arrivals, happened(), problems);
    for (const story of receiver.refused) problems.add('not genuine', story);
    for (const replica of replicas) if (replica.crashed()) problems.add('crashed', replica.output());
  } finally {
    stopped = true;
    connections.close();
    await balancer.close();
    await Promise.all(replicas.map((replica) => replica.kill()));
    await receiver.close();
    await database.stop();
    await folder.remove();
  }
  return {
    figures: {
      kills: size.kills,
      'restart of the database': 1,
      'changes acknowledged': acknowledgedBy(writers),
      events: [...happened().values()].reduce((sum, marks) => sum + marks.length, 0),
      'deliveries that arrived': receiver.arrivals.length,
      'failed on purpose': receiver.failures,
      'changes under way at a kill': writers.reduce((sum, { fates }) => sum + fates.kept + fates.gone, 0),
    },
    problems: problems.list(),
  };
}

/** How many events the one subscription that hears of all has not heard of. */
function waitingEvents(happening: readonly Writer[], { arrivals }: FlakyReceiver): () => number {
  const came = new Set<string>();
  let looked = 0;
  return () => {
    for (; looked < arrivals.length; looked += 1)
      if (arrivals[looked]!.path === '/signed') came.add(arrivals[looked]!.deliveryId);
    return happening.reduce((sum, { state }) => sum + (state as string[]).length, 0) - came.size;
  };
}

/** Behind a balancer a refusal for lack of a replica or of the database leaves open what was done before it. */
function refusedIsUnanswered(call: Call): Call {
  return async (asked) => {
    const answer = await call(asked);
    if (answer.status === 502 || answer.status === 503)
      throw new Unanswered(`${asked.path} gave ${answer.status}: ${answer.text}`);
    return answer;
  };
}

async function write(writer: Writer, call: Call, stopped: () => boolean, problems: Problems): Promise<void> {
  while (!stopped()) {
    await writer.run(call, stopped);
    if (!stopped()) await settle(writer, call, problems);
  }
}

async function settle(writer: Writer, call: Call, problems: Problems): Promise<void> {
  // The database may still be about to commit what a replica asked for before it died.
  await pause(200);
  const problem = await answered(() => writer.settle(call));
  if (problem !== undefined) problems.add('lost changes', `${writer.name}: ${problem}`);
}

/** Tries until there is an answer; the database takes a moment to start. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === 100) throw error;
      unlessUnanswered(error);
      await pause(200);
    }
  }
}

function unlessUnanswered(error: unknown): void {
  if (!(error instanceof Unanswered)) throw error;
}

/** Waits for so many changes, or so long; that none comes at all is an error. */
async function until(changes: () => number, goal: number, patience: number): Promise<void> {
  const [began, first] = [performance.now(), changes()];
  while (changes() < goal && (performance.now() - began < patience || changes() === first)) {
    if (performance.now() - began > 60_000) throw new Error('Nothing is acknowledged any more');
    await pause(20);
  }
}

const moveClock = (call: Call, by: string): Promise<unknown> =>
  must(call, { method: 'POST', path: '/_sandbox/clock', body: { by } });
