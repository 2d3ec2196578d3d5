import { setTimeout as pause } from 'node:timers/promises';
import type { Stream } from '../../generators/random.ts';
import type { RequestBody } from '../../spec/operations.ts';
import { type Call, must } from './testing/connection.ts';
import { deliveriesAudit, moveClockUntil } from './testing/deliveries-audit.ts';
import { faultTest, soakSeconds } from './testing/fault-test.ts';
import { deliveryFlags, startFlakyReceiver, subscribe } from './testing/flaky-receiver.ts';
import { MemoryTrend } from './testing/memory-trend.ts';
import type { Problems } from './testing/problems.ts';
import type { RestartableSandbox } from './testing/restartable-sandbox.ts';
import { faults, steady, Traffic } from './testing/traffic.ts';
import { acknowledgedBy } from './testing/writers/writer.ts';

/** Enough for a busy sandbox, in MB, and too little for a leak, which ends in a crash. */
const variables = { NODE_OPTIONS: '--max-old-space-size=192' };

/** Mixed traffic with faults, kills and a failing receiver; then the same without kills, to watch the memory. */
faultTest({
  name: 'soak',
  title: 'mixed traffic with faults and kills loses nothing, and memory stays what it is',
  long: { seconds: soakSeconds, connections: 50 },
  async run(bed) {
    const { chance, problems, progress } = bed;
    const { seconds, connections } = bed.size;
    const receiver = bed.closing(await startFlakyReceiver(chance.fork('receiver')));
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
    const audit = deliveriesAudit(traffic.happenings, receiver, { allAreKnown: false });
    await moveClockUntil(steady(call), () => audit.missing() === 0);
    audit.judge(problems);
    noteErrors(sandbox, problems);
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
  },
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

/** Errors of the sandbox's own, and that it calls itself degraded; requests that a fault refused are neither. */
function noteErrors(sandbox: RestartableSandbox, problems: Problems): void {
  const errors = sandbox.log().filter((line) => line.includes('"err":') || line.includes('Degraded'));
  problems.add('log', ...errors.map((line) => line.slice(0, 1500)));
}
