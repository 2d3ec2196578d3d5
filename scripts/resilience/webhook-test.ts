import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Stream, stream } from '../../generators/random.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { type Call, Connections, must } from './connection.ts';
import { DeliveriesAudit } from './deliveries-audit.ts';
import { type FlakyReceiver, startFlakyReceiver } from './flaky-receiver.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { runUntilKilled } from './run-until-killed.ts';
import { type SandboxProcess, startProcess } from './sandbox-process.ts';
import { type EventMark, events } from './writers/events.ts';
import { settleAll, writersOf } from './writers/writer.ts';

export type WebhookSize = { users: number; events: number; kills: number };

/** Three subscriptions: bare, signed, and signed and encrypted. */
export const subscriptions = [
  { path: '/plain', kinds: ['payroll'] as EventMark[], include_payload: false },
  {
    path: '/signed',
    kinds: ['payroll', 'statement', 'income'] as EventMark[],
    include_payload: true,
    secret: 'a-signing-secret',
  },
  {
    path: '/sealed',
    kinds: ['payroll', 'income'] as EventMark[],
    include_payload: true,
    secret: 'another-secret',
    key: Buffer.alloc(32, 7).toString('base64'),
  },
];

const names: Record<EventMark, string> = {
  payroll: 'user-payroll-submitted',
  statement: 'user-bank-statement-submitted',
  income: 'user-taxauth-data-submitted',
};

/** Waits between attempts that outlast what happens between two moves of the clock. */
const patient = { first_seconds: 5, factor: 2, max_seconds: 300, jitter: 0.2 };

/**
 * The command line of a sandbox which keeps its state in a folder. A receiver that hangs is soon given up, and attempts
 * are never used up within a test.
 */
export async function hastyFlags(folder: string, users: number, backoff = patient): Promise<string[]> {
  const profile = join(folder, 'profile.json');
  const points = {
    'webhooks.delivery.timeout-ms': 300,
    'webhooks.delivery.max-attempts': 100,
    'webhooks.delivery.backoff': backoff,
  };
  await writeFile(profile, JSON.stringify({ points }));
  const data = join(folder, 'data');
  return ['--data', data, '--users', String(users), '--log-level', 'error', '--profile', profile];
}

/** Subscribes the three to a receiver. */
export async function subscribe(call: Call, receiver: FlakyReceiver): Promise<void> {
  for (const { path, kinds, include_payload, secret, key } of subscriptions) {
    const body = {
      name: path.slice(1),
      url: receiver.url + path,
      events: kinds.map((kind) => names[kind]),
      config: { include_payload },
      ...(secret !== undefined && { signing_secret: secret }),
      ...(key !== undefined && { encryption_key: key }),
    };
    await must(call, { method: 'POST', path: '/webhooks', body });
  }
}

/** Lets things happen, kills the sandbox at random while its receiver fails at random, and counts what arrives. */
export async function webhookTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<WebhookSize>): Promise<ResilienceOutcome> {
  const chance = stream(seed, 'webhooks');
  const problems = new Problems();
  const folder = await temporaryFolder();
  const flags = await hastyFlags(folder.path, 4);
  const receiver = await startFlakyReceiver(subscriptions, chance.fork('receiver'));
  let sandbox = await startProcess(flags);
  const connections = new Connections(sandbox.url);
  const registers = Array.from({ length: size.users }, (_, n) => events(`u${n}`));
  const writers = writersOf(...registers);
  const happened = () => new Map(registers.map((one, n) => [one.userId(), writers[n]!.state as string[]]));
  const restart = async () => {
    sandbox = await startProcess(flags);
    connections.url = sandbox.url;
  };
  let restarts = 0;
  try {
    await subscribe(connections.call, receiver);
    for (const writer of writers) await writer.open(connections.call);
    for (let kill = 1; kill <= size.kills; kill += 1) {
      await runUntilKilled(writers, connections.call, sandbox, {
        changes: chance.int(1, Math.ceil((2 * size.events) / size.kills)),
        delay: chance.int(0, 60),
      });
      await restart();
      restarts += 1;
      await settleAll(writers, connections.call, problems, `after kill ${kill}, seed ${seed}`);
      await moveClock(connections.call, 'PT1M');
      progress(
        `kill ${kill} of ${size.kills}: ${countOf(happened())} events, ${receiver.arrivals.length} arrivals, ${receiver.failures} failed on purpose`,
      );
    }
    const audit = new DeliveriesAudit(registers, subscriptions);
    await drain(
      connections.call,
      sandbox,
      () => audit.missing(receiver.arrivals, happened()),
      chance,
      async () => {
        await restart();
        restarts += 1;
      },
    );
    audit.judge(receiver.arrivals, happened(), problems);
    for (const story of receiver.refused) problems.add('not genuine', story);
    for (const line of sandbox.output().split('\n').slice(1)) if (line !== '') problems.add('log', line);
  } finally {
    connections.close();
    await sandbox.kill();
    await receiver.close();
    await folder.remove();
  }
  return {
    figures: {
      kills: restarts,
      events: countOf(happened()),
      'deliveries that arrived': receiver.arrivals.length,
      'failed on purpose': receiver.failures,
    },
    problems: problems.list(),
  };
}

const countOf = (happened: ReadonlyMap<string, readonly string[]>): number =>
  [...happened.values()].reduce((sum, marks) => sum + marks.length, 0);

const moveClock = (call: Call, by: string): Promise<unknown> =>
  must(call, { method: 'POST', path: '/_sandbox/clock', body: { by } });

/** Moves the clock on until everything has come, with one more kill in the midst of it; gives up when nothing comes any more. */
async function drain(
  call: Call,
  sandbox: SandboxProcess,
  missing: () => number,
  chance: Stream,
  restart: () => Promise<void>,
): Promise<void> {
  const moving = moveClock(call, 'PT10M').catch(() => {});
  await pause(chance.int(0, 100));
  await sandbox.kill();
  await moving;
  await restart();
  for (let rounds = 0; rounds < 40 && missing() > 0; rounds += 1) await moveClock(call, 'PT30M');
}
