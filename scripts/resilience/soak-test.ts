import { setTimeout as pause } from 'node:timers/promises';
import type { Stream } from '../../generators/random.ts';
import type { RequestBody } from '../../spec/operations.ts';
import { median } from '../bench/figure.ts';
import { type Call, must } from './testing/connection.ts';
import { deliveriesAudit, moveClockUntil } from './testing/deliveries-audit.ts';
import { type Problems, resilienceTest } from './testing/fault-test.ts';
import { deliveryFlags, startFlakyReceiver, subscribe, subscriptions } from './testing/flaky-receiver.ts';
import type { RestartableSandbox } from './testing/restartable-sandbox.ts';
import { faults, steady, Traffic } from './testing/traffic.ts';
import { happened } from './testing/writers/events.ts';
import { acknowledgedBy } from './testing/writers/writer.ts';

/** Enough for a busy sandbox, in MB, and too little for a leak, which ends in a crash. */
const variables = { NODE_OPTIONS: '--max-old-space-size=192' };

export type SoakSize = { seconds: number; connections: number };

/** Mixed traffic with faults, kills and a failing receiver; then the same without kills, to watch the memory. */
export const soakTest = resilienceTest<SoakSize>('soak', async (bed) => {
  const { chance, problems, progress } = bed;
  const { seconds, connections } = bed.size;
  const receiver = bed.closing(await startFlakyReceiver(subscriptions, chance.fork('receiver')));
  const flags = ['--users', '50', ...deliveryFlags(bed.folder)];
  const sandbox = await bed.startSandbox(flags, { variables, connections });
  const { call } = sandbox;
  const traffic = new Traffic(problems, connections);
  const memory = new MemoryTrend();
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  const acknowledged = () => acknowledgedBy([...traffic.writers, ...traffic.eventWriters()]);
  const status = () =>
    `${Math.round(elapsed())} s: ${acknowledged()} changes, ${traffic.reads} reads, ${receiver.arrivals.length} arrivals, ${problems.count} problems`;
  let kills = 0;
  await subscribe(call, receiver);
  await traffic.open(call);
  while (elapsed() < seconds * 0.5) {
    await setFaults(call, faults);
    await runFor(traffic, sandbox, chance.int(500, 5000), chance.fork(kills), { kill: true });
    noteErrors(sandbox, problems);
    kills += 1;
    await sandbox.start();
    await traffic.settle(call);
    progress(`${status()}, kill ${kills}`);
  }
  await setFaults(call, faults);
  while (elapsed() < seconds) {
    const sampling = setInterval(async () => memory.add(await sandbox.process.memory()), 500);
    await runFor(traffic, sandbox, 5000, chance.fork(elapsed()), { kill: false });
    clearInterval(sampling);
    progress(`${status()}, ${Math.round(((await sandbox.process.memory()) ?? 0) / (1 << 20))} MB`);
  }
  await setFaults(call, []);
  await traffic.settle(call);
  // Users that are not counted get events too: entries of a writer are payroll as well.
  const audit = deliveriesAudit(traffic.happenings, subscriptions, () =>
    receiver.arrivals.filter(({ event }) => happened(traffic.happenings).has(event.user_id)),
  );
  await moveClockUntil(steady(call), () => audit.missing() === 0);
  audit.judge(problems);
  problems.add('not genuine', ...receiver.refused);
  noteErrors(sandbox, problems);
  if (sandbox.process.crashed()) problems.add('crash', sandbox.process.output().slice(-1000));
  if (!memory.isFlat()) problems.add('memory grows', JSON.stringify(memory.medians()));
  const { early, late } = memory.medians() ?? { early: 'too short', late: 'too short' };
  return {
    kills,
    'changes acknowledged': acknowledged(),
    reads: traffic.reads,
    seconds: Math.round(elapsed()),
    connections,
    arrivals: receiver.arrivals.length,
    'failed on purpose': receiver.failures,
    'MB early': early,
    'MB late': late,
  };
});

const setFaults = (call: Call, all: NonNullable<RequestBody<'setFaults'>>['faults']): Promise<unknown> =>
  must(call, 'setFaults', { body: { faults: all } });

async function runFor(
  traffic: Traffic,
  { call, process }: RestartableSandbox,
  milliseconds: number,
  chance: Stream,
  { kill }: { kill: boolean },
): Promise<void> {
  let stopped = false;
  const running = traffic.run(call, () => stopped, chance);
  // An error that ends the traffic early is thrown at once and not after the pause.
  await Promise.race([pause(milliseconds), running]);
  const killed = kill ? process.kill() : undefined;
  stopped = true;
  await killed;
  await running;
}

/** Errors of the sandbox's own; the log also has requests that a fault refused, which are none. */
function noteErrors(sandbox: RestartableSandbox, problems: Problems): void {
  const errors = sandbox.log().filter((line) => line.includes('"err":'));
  problems.add('log', ...errors.map((line) => line.slice(0, 1500)));
}

/** Resident memory over time, and whether it stays what it is. */
export class MemoryTrend {
  readonly #samples: number[] = [];

  add(bytes: number | undefined): void {
    if (bytes !== undefined) this.#samples.push(bytes / (1 << 20));
  }

  /** Medians, in MB, after it has warmed up and at the end; undefined while there is too little to tell. */
  medians(): { early: number; late: number } | undefined {
    const length = this.#samples.length;
    if (length < 20) return undefined;
    const part = (from: number, to: number) =>
      Math.round(median(this.#samples.slice(length * from, length * to)));
    return { early: part(0.25, 0.5), late: part(0.75, 1) };
  }

  /** Whether it grows more than a heap that is collected from time to time does. */
  isFlat(): boolean {
    const medians = this.medians();
    return medians === undefined || medians.late < medians.early * 1.2 + 20;
  }
}
