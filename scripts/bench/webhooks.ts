import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { world } from '../../generators/world/world.ts';
import { DEFAULT_CONCURRENCY_LIMITS } from '../../simulator/worker/concurrency-limit.ts';
import type { SuccessBody } from '../../spec/operations.ts';
import { BORN, callerOf, inFolder, inMemory, onFiles } from './contestants.ts';
import { figuresIn, interleave, type Measure, ratios, sectionOf } from './figure.ts';
import { probeScript, type ServerProcess, startProbe, startServer } from './server-process.ts';

/** As many at a time as the sandbox sends to one subscription. */
const width = DEFAULT_CONCURRENCY_LIMITS.perTarget;
const users = 200;
/** At least as many as there are scenarios. */
const SCENARIOS = 60;
const protection = {
  signing_secret: randomBytes(24).toString('hex'),
  encryption_key: randomBytes(32).toString('base64'),
};

type Deliveries = SuccessBody<'listDeliveries'>['deliveries'];

/** Milliseconds for all deliveries that wait in the sandbox's outbox, from the first answer to the last. */
export const burstMs = async (...of: Parameters<typeof readyBurst>): Promise<number> =>
  (await readyBurst(...of))();

/** Fills the sandbox's outbox while the receiver keeps its answers back; what it returns lets all of them go, and times them. */
export async function readyBurst(sandbox: ServerProcess, receiver: ServerProcess, deliveries: number) {
  const call = callerOf(sandbox);
  const control = async (path: string, method = 'POST') =>
    (await fetch(`${receiver.url}/${path}`, { method })).text();
  const people = world(undefined, { users, born: BORN });
  // Each burst begins in the same world: users with the deliveries of earlier bursts would be another question.
  await call('resetClient');
  const wanted = { name: 'bench', url: receiver.url, ...protection, config: { include_payload: true } };
  await call('createWebhook', { body: { ...wanted, events: ['user-payroll-submitted'] } });
  await control('hold');
  // The people of the scenarios come first, and some of them may not upload payslips.
  const drawn = users - SCENARIOS;
  let next = 0;
  const worker = async () => {
    while (next < deliveries) {
      const user_id = people.userId(SCENARIOS + (next++ % drawn));
      await call('createEntry', { path: { user_id }, body: { payroll_submissions: [{}] } });
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const waiting = deliveries - Number(await control('count', 'GET'));
  return async () => {
    const began = performance.now();
    await control('release');
    await control(`count/${deliveries}`, 'GET');
    // Those that the receiver held back were on their way already.
    return ((performance.now() - began) / waiting) * deliveries;
  };
}

/** A process that encrypts, signs and posts the same messages and does nothing else. */
const barePosts = (receiver: ServerProcess, posts: Deliveries) =>
  inFolder(async (folder) => {
    const { signing_secret: secret, encryption_key: key } = protection;
    const sent = posts.map(({ headers, body }) => ({ headers, body }));
    const file = join(folder, 'posts.json');
    await writeFile(file, JSON.stringify({ secret, key, sent }));
    return startProbe('bare-posts', receiver.url, file, String(width));
  });

/** Deliveries a second, signed and encrypted, out of the sandbox's own outbox. */
export const webhooks: Measure = async ({ rounds, deliveries, warmUps }) => {
  const flags = ['--users', String(users)];
  await using receiver = await startServer([probeScript('receiver')]);
  await using memory = await inMemory(...flags);
  await using files = await onFiles(...flags);
  for (let time = 0; time <= warmUps / 2; time += 1)
    for (const sandbox of [memory, files]) await burstMs(sandbox, receiver, deliveries);
  const { deliveries: listed } = await callerOf(memory)('listDeliveries');
  const posts = listed.filter(({ state }) => state === 'delivered').slice(0, deliveries);
  await using bare = await barePosts(receiver, posts);
  await bare.ask('go');
  const contestants = {
    memory: () => burstMs(memory, receiver, deliveries),
    files: () => burstMs(files, receiver, deliveries),
    bare: async () => ((await bare.ask('go')) / posts.length) * deliveries,
  };
  const names = ['memory', 'files', 'bare'] as const;
  const times = await interleave(names, rounds, (name) => contestants[name]());
  const perSecond = (name: (typeof names)[number]) => times[name].map((ms) => (deliveries / ms) * 1000);
  const rates = { memory: perSecond('memory'), files: perSecond('files'), bare: perSecond('bare') };
  const figures = figuresIn('webhooks', {
    'memory-to-bare': ratios(rates.memory, rates.bare),
    'files-to-bare': ratios(rates.files, rates.bare),
    ...rates,
  });
  return sectionOf('webhooks', figures, { width });
};
