import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type Stream, stream } from '../../generators/random.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { type Call, Connections, must } from './connection.ts';
import { DeliveriesAudit } from './deliveries-audit.ts';
import { startFlakyReceiver } from './flaky-receiver.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { acknowledgedBy } from './run-until-killed.ts';
import { type SandboxProcess, startProcess } from './sandbox-process.ts';
import { MemoryTrend } from './soak/memory-trend.ts';
import { faults, steady, Traffic } from './soak/traffic.ts';
import { hastyFlags, subscribe, subscriptions } from './webhook-test.ts';

/** Room for what a busy sandbox needs, in MB, and none for what it forgets to let go: a leak ends in a crash. */
const heap = { NODE_OPTIONS: '--max-old-space-size=192' };

export type SoakSize = { seconds: number; connections: number };

/** Mixed traffic with faults, kills and a failing receiver for a while; then the same without kills, to watch its memory. */
export async function soakTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<SoakSize>): Promise<ResilienceOutcome> {
  const { seconds, connections: most } = size;
  const chance = stream(seed, 'soak');
  const problems = new Problems();
  const folder = await temporaryFolder();
  const flags = await hastyFlags(folder.path, 50);
  const receiver = await startFlakyReceiver(subscriptions, chance.fork('receiver'));
  let sandbox = await startProcess(flags, heap);
  const connections = new Connections(sandbox.url, { most, patience: 120_000 });
  const call: Call = connections.call;
  const traffic = new Traffic(problems, most);
  const memory = new MemoryTrend();
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  const status = () =>
    `${Math.round(elapsed())} s: ${acknowledged(traffic)} changes, ${traffic.reads} reads, ${receiver.arrivals.length} arrivals, ${problems.count} problems`;
  let kills = 0;
  try {
    await subscribe(call, receiver);
    await traffic.open(call);
    while (elapsed() < seconds * 0.5) {
      await setFaults(call, faults);
      await runFor(traffic, call, sandbox, chance.int(500, 5000), {
        most,
        chance: chance.fork(kills),
        kill: true,
      });
      noteErrors(sandbox, problems);
      kills += 1;
      sandbox = await startProcess(flags, heap);
      connections.url = sandbox.url;
      await traffic.settle(call);
      progress(`${status()}, kill ${kills}`);
    }
    await setFaults(call, faults);
    while (elapsed() < seconds) {
      const sampling = setInterval(() => void sandbox.memory().then((bytes) => memory.add(bytes)), 500);
      await runFor(traffic, call, sandbox, 5000, { most, chance: chance.fork(elapsed()), kill: false });
      clearInterval(sampling);
      progress(`${status()}, ${Math.round(((await sandbox.memory()) ?? 0) / (1 << 20))} MB`);
    }
    await setFaults(call, []);
    await traffic.settle(call);
    await judgeDeliveries(traffic, receiver.arrivals, call, problems);
    for (const story of receiver.refused) problems.add('not genuine', story);
    noteErrors(sandbox, problems);
    if (sandbox.crashed()) problems.add('crash', sandbox.output().slice(-1000));
    if (!memory.isFlat()) problems.add('memory grows', JSON.stringify(memory.medians()));
  } finally {
    connections.close();
    await sandbox.kill();
    await receiver.close();
    await folder.remove();
  }
  const { early, late } = memory.medians() ?? { early: 'too short', late: 'too short' };
  return {
    figures: {
      kills,
      'changes acknowledged': acknowledged(traffic),
      reads: traffic.reads,
      seconds: Math.round(elapsed()),
      connections: most,
      arrivals: receiver.arrivals.length,
      'failed on purpose': receiver.failures,
      'MB early': early,
      'MB late': late,
    },
    problems: problems.list(),
  };
}

const acknowledged = ({ writers, happenings }: Traffic): number =>
  acknowledgedBy([...writers, ...happenings.map(({ writer }) => writer)]);

const setFaults = (call: Call, all: readonly object[]): Promise<unknown> =>
  must(call, { method: 'PUT', path: '/_sandbox/faults', body: { faults: all } });

async function runFor(
  traffic: Traffic,
  call: Call,
  sandbox: SandboxProcess,
  milliseconds: number,
  { most, chance, kill }: { most: number; chance: Stream; kill: boolean },
): Promise<void> {
  let stopped = false;
  const running = traffic.run(call, () => stopped, most, chance);
  // Whatever ends the traffic early is told at once and not after the pause.
  await Promise.race([pause(milliseconds), running]);
  if (!kill) stopped = true;
  else {
    const killed = sandbox.kill();
    stopped = true;
    await killed;
  }
  await running;
}

/** Errors of the sandbox's own; requests that a fault refused are in the log too, and are none. */
function noteErrors(sandbox: SandboxProcess, problems: Problems): void {
  for (const line of sandbox.output().split('\n'))
    if (line.includes('"err":')) problems.add('log', line.slice(0, 1500));
}

async function judgeDeliveries(
  { happenings }: Traffic,
  arrivals: Parameters<DeliveriesAudit['judge']>[0],
  call: Call,
  problems: Problems,
): Promise<void> {
  const audit = new DeliveriesAudit(
    happenings.map(({ register }) => register),
    subscriptions,
  );
  const happened = new Map(
    happenings.map(({ register, writer }) => [register.userId(), writer.state as string[]]),
  );
  // Others than those that were counted get events too: entries of a writer are payroll as well.
  const counted = () => arrivals.filter(({ event }) => happened.has(event.user_id));
  for (let rounds = 0; rounds < 40 && audit.missing(counted(), happened) > 0; rounds += 1)
    await must(steady(call), { method: 'POST', path: '/_sandbox/clock', body: { by: 'PT30M' } });
  audit.judge(counted(), happened, problems);
}
