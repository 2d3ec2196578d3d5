import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../simulator/store/testing/postgres-server.ts';
import { startBalancer } from './testing/balancer.ts';
import { type Call, Connections, Unanswered } from './testing/connection.ts';
import { deliveriesAudit, moveClockUntil } from './testing/deliveries-audit.ts';
import { faultTest } from './testing/fault-test.ts';
import {
  deliveryFlags,
  type FlakyReceiver,
  startFlakyReceiver,
  subscribe,
} from './testing/flaky-receiver.ts';
import type { Problems } from './testing/problems.ts';
import { startProcess } from './testing/restartable-sandbox.ts';
import { countOf, type Happening, happening } from './testing/writers/events.ts';
import { accounts, userFields, users } from './testing/writers/things.ts';
import {
  acknowledgedBy,
  answered,
  unlessUnanswered,
  type Writer,
  writersOf,
} from './testing/writers/writer.ts';

type ReplicasSize = {
  /** Users with events, and writers of each other kind. */
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

/** Short waits between attempts, so that replicas send all the time and not only when the clock is moved. */
const hasty = { first_seconds: 0.2, factor: 2, max_seconds: 2, jitter: 0.2 };

/** No more events are made while so many wait to be sent: a queue that only grows would test nothing but itself. */
const MOST_WAITING = 200;

/** Three replicas on one PostgreSQL, each killed in turn under load, and the database restarted. */
faultTest<ReplicasSize>({
  name: 'replicas',
  title: 'replicas that are killed and a database that is restarted lose, invent and reorder nothing',
  short: { users: 3, writers: 1, kills: 1, changes: 20, seconds: 6, moves: false },
  long: { users: 20, writers: 2, kills: 12, changes: 1000, seconds: 5, moves: true },
  least: { events: 11 },
  async run(bed) {
    const { size, chance, problems, progress } = bed;
    const database = await startPostgres();
    bed.closing({ close: database.stop });
    await database.started;
    const receiver = bed.closing(await startFlakyReceiver(chance.fork('receiver')));
    const flags = ['--store', database.url, '--users', '4', '--log-level', 'error'];
    flags.push(...deliveryFlags(bed.folder, hasty));
    const replicas = await Promise.all([1, 2, 3].map(() => startProcess(flags)));
    bed.closing({ close: () => Promise.all(replicas.map((replica) => replica.kill())) });
    const balancer = bed.closing(await startBalancer(() => replicas.map(({ url }) => url)));
    const call = refusedIsUnanswered(bed.closing(new Connections(balancer.url)).call);
    const happenings = Array.from({ length: size.users }, (_, n) => happening(`u${n}`));
    const others = Array.from({ length: size.writers }, (_, n) =>
      writersOf(userFields(`fields${n}`), users(`users${n}`), accounts(`accounts${n}`)),
    ).flat();
    const writers = [...happenings.map(({ writer }) => writer), ...others];
    let stopped = false;
    bed.closing({
      close: () => {
        stopped = true;
      },
    });
    const waiting = waitingEvents(happenings, receiver);
    const throttled: Call = async (asked) => {
      while (waiting() > MOST_WAITING && !stopped) await pause(10);
      return call(asked);
    };
    const write = async (writer: Writer, by: Call): Promise<void> => {
      while (!stopped) {
        await writer.run(by, () => stopped);
        if (!stopped) await settle(writer, by, problems);
      }
    };
    await subscribe(call, receiver);
    for (const writer of writers) await writer.open(call);
    const writing = Promise.all([
      ...happenings.map(({ writer }) => write(writer, throttled)),
      ...others.map((writer) => write(writer, call)),
    ]);
    for (let kill = 1; kill <= size.kills; kill += 1) {
      const goal = acknowledgedBy(writers) + chance.int(1, size.changes);
      await until(() => acknowledgedBy(writers), goal, size.seconds * 1000);
      if (kill === Math.ceil(size.kills / 2)) await database.restart();
      const at = kill % replicas.length;
      if (replicas[at]!.crashed()) problems.add('crashed', replicas[at]!.output());
      await replicas[at]!.kill();
      replicas[at] = await startProcess(flags);
      // A move waits for what the killed replica was sending until its lease expires: so not with every kill. It makes
      // every attempt on the way, each at its time, so it is short: most events still wait to be sent.
      if (size.moves && kill % replicas.length === 0)
        await moveClockUntil(call, () => false, { by: 'PT10S', most: 1 }).catch(unlessUnanswered);
      progress(
        `kill ${kill} of ${size.kills}: ${acknowledgedBy(writers)} changes, ${receiver.arrivals.length} arrivals`,
      );
    }
    stopped = true;
    await writing;
    for (const writer of writers) await settle(writer, call, problems);
    receiver.recover();
    const audit = deliveriesAudit(happenings, receiver);
    await moveClockUntil(
      (asked) => answered(() => call(asked)),
      () => audit.missing() === 0,
    );
    audit.judge(problems);
    for (const replica of replicas) if (replica.crashed()) problems.add('crashed', replica.output());
    return {
      kills: size.kills,
      'restart of the database': 1,
      'changes acknowledged': acknowledgedBy(writers),
      events: countOf(happenings),
      'deliveries that arrived': receiver.arrivals.length,
      'failed on purpose': receiver.failures,
      'changes under way at a kill': writers.reduce((sum, { fates }) => sum + fates.kept + fates.gone, 0),
    };
  },
});

/** How many events have not reached the subscription that is for all kinds. */
function waitingEvents(happenings: readonly Happening[], { arrivals }: FlakyReceiver): () => number {
  const came = new Set<string>();
  let looked = 0;
  return () => {
    for (; looked < arrivals.length; looked += 1)
      if (arrivals[looked]!.path === '/signed') came.add(arrivals[looked]!.deliveryId);
    return countOf(happenings) - came.size;
  };
}

/** Behind a balancer, a refusal for lack of a replica or of the database leaves open what was done before it. */
function refusedIsUnanswered(call: Call): Call {
  return async (asked) => {
    const answer = await call(asked);
    if (answer.status === 502 || answer.status === 503)
      throw new Unanswered(`${asked.path} gave ${answer.status}: ${answer.text}`);
    return answer;
  };
}

async function settle(writer: Writer, call: Call, problems: Problems): Promise<void> {
  // The database may still be about to commit what a replica asked for before it died.
  await pause(200);
  const problem = await answered(() => writer.settle(call));
  if (problem !== undefined) problems.add('lost changes', `${writer.name}: ${problem}`);
}

/** Waits for so many changes, or so long; that none comes at all is an error. */
async function until(changes: () => number, goal: number, patience: number): Promise<void> {
  const began = performance.now();
  const first = changes();
  while (changes() < goal && (performance.now() - began < patience || changes() === first)) {
    if (performance.now() - began > 60_000) throw new Error('Nothing is acknowledged any more');
    await pause(20);
  }
}
