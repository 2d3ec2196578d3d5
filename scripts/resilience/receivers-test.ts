import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { stream } from '../../generators/random.ts';
import { temporaryFolder } from '../../simulator/store/testing/temporary-folder.ts';
import { type Call, must } from './connection.ts';
import { nastyAnswers } from './receivers/nasty-answers.ts';
import { HONEST, type NastyReceiver, startNastyReceiver } from './receivers/nasty-receiver.ts';
import { Problems, type ResilienceOptions, type ResilienceOutcome } from './resilience-test.ts';
import { RestartableSandbox } from './restartable-sandbox.ts';
import { newUser } from './writers/writer.ts';

export type ReceiversSize = { users: number; events: number; seconds: number };

const profile = {
  points: {
    'webhooks.delivery.timeout-ms': 200,
    'webhooks.delivery.max-attempts': 100,
    'webhooks.delivery.backoff': { first_seconds: 250, factor: 1, max_seconds: 250, jitter: 0 },
    'webhooks.delivery.redirects': 'follow',
  },
};
/** In megabytes; what a receiver sends without end has no place in it. */
const MOST_HEAP = 128;
const MOST_MEMORY = 400;

/** Every kind of nasty receiver at once beside an honest one, which waits for none of them; then all turn honest. */
export async function receiversTest({
  seed,
  size,
  progress = () => {},
}: ResilienceOptions<ReceiversSize>): Promise<ResilienceOutcome> {
  const chance = stream(seed, 'receivers');
  const problems = new Problems();
  const folder = await temporaryFolder();
  writeFileSync(join(folder.path, 'profile.json'), JSON.stringify(profile));
  const flags = ['--data', join(folder.path, 'data'), '--users', '4', '--log-level', 'error'];
  const receiver = await startNastyReceiver();
  const sandbox = await RestartableSandbox.start({
    flags: [...flags, '--profile', join(folder.path, 'profile.json')],
    variables: { NODE_OPTIONS: `--max-old-space-size=${MOST_HEAP}` },
  });
  const { call } = sandbox;
  const ends = performance.now() + size.seconds * 1000;
  const happened = new Map<string, string[]>();
  let events = 0;
  try {
    for (const kind of [HONEST, ...Object.keys(nastyAnswers)]) await subscribe(call, receiver, kind);
    const ids: string[] = [];
    for (let n = 0; n < size.users; n += 1) ids.push(await newUser(call));
    while (events < size.events && performance.now() < ends) {
      const id = chance.pick(ids);
      const { entry_id } = await must(call, {
        method: 'POST',
        path: `/_sandbox/users/${id}/entries`,
        body: { payroll_submissions: [{}] },
      });
      happened.set(id, [...(happened.get(id) ?? []), entry_id]);
      events += 1;
      if (chance.chance(0.05)) await move(call, 'PT5M');
    }
    progress(`${events} events, ${receiver.requests()} requests`);
    // The honest one gets everything while the others are at their worst.
    await drain(call, () => missing(receiver, [HONEST], happened), 5);
    progress('the honest one has everything');
    judge(receiver, [HONEST], happened, problems);
    const megabytes = Math.round(((await sandbox.process.memory()) ?? 0) / (1 << 20));
    if (megabytes > MOST_MEMORY) problems.add('memory', `${megabytes} MB`);
    receiver.recover();
    const kinds = Object.keys(nastyAnswers);
    await drain(call, () => missing(receiver, kinds, happened), 100);
    judge(receiver, kinds, happened, problems);
    progress('so have the others, once they were honest');
    await judgeStates(call, problems);
    if (sandbox.process.crashed()) problems.add('crash', sandbox.process.output().slice(-1000));
    for (const line of sandbox.process.output().split('\n').slice(1))
      if (line !== '') problems.add('log', line);
    return {
      figures: {
        'nasty receivers': kinds.length,
        events,
        deliveries: events * (kinds.length + 1),
        attempts: receiver.requests(),
        MB: megabytes,
      },
      problems: problems.list(),
    };
  } finally {
    await sandbox.close();
    await receiver.close();
    await folder.remove();
  }
}

const move = (call: Call, by: string): Promise<unknown> =>
  must(call, { method: 'POST', path: '/_sandbox/clock', body: { by } });

const subscribe = (call: Call, receiver: NastyReceiver, kind: string): Promise<unknown> =>
  must(call, {
    method: 'POST',
    path: '/webhooks',
    body: { name: kind, url: receiver.urlOf(kind), events: ['user-payroll-submitted'] },
  });

type Happened = ReadonlyMap<string, readonly string[]>;

function missing(receiver: NastyReceiver, kinds: readonly string[], happened: Happened): number {
  const all = [...happened.values()].flat();
  return kinds.reduce(
    (sum, kind) => sum + all.filter((entry) => !receiver.arrivals.get(kind)?.has(entry)).length,
    0,
  );
}

async function drain(call: Call, left: () => number, most: number): Promise<void> {
  for (let rounds = 0; rounds < most && left() > 0; rounds += 1) await move(call, 'PT5M');
}

/** Everything came, and what befell one user in its order. */
function judge(
  receiver: NastyReceiver,
  kinds: readonly string[],
  happened: Happened,
  problems: Problems,
): void {
  for (const kind of kinds) {
    const came = [...(receiver.arrivals.get(kind) ?? [])];
    for (const [user, entries] of happened) {
      const own = came.filter((entry) => entries.includes(entry));
      if (own.length < entries.length)
        problems.add('lost', `${kind}, user ${user}: ${own.length} of ${entries.length}`);
      else if (own.join() !== entries.join()) problems.add('order', `${kind}, user ${user}`);
    }
  }
}

/** What all have received must be told as delivered, in the end. */
async function judgeStates(call: Call, problems: Problems): Promise<void> {
  const unfinished = async () => {
    const { deliveries } = await must(call, { method: 'GET', path: '/_sandbox/deliveries' });
    return (deliveries as { state: string; attempts: object[] }[]).filter(
      ({ state }) => state !== 'delivered',
    );
  };
  for (let rounds = 0; rounds < 40 && (await unfinished()).length > 0; rounds += 1) await move(call, 'PT5M');
  for (const one of await unfinished())
    problems.add('not delivered', JSON.stringify({ ...one, attempts: one.attempts.slice(-2) }).slice(0, 600));
}
