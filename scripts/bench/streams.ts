import { join } from 'node:path';
import { stream } from '../../generators/random.ts';
import { world } from '../../generators/world/world.ts';
import { apiKey, BORN, inFolder, startDatabases } from './contestants.ts';
import { type Effort, type Figure, figureOf, interleave, ratios, type Section, sectionOf } from './figure.ts';
import { type Load, READY, throughput } from './load.ts';
import { probeScript, type ServerProcess, startServer } from './server-process.ts';

const STREAMS = 10;
const people = world(undefined, { born: BORN });
const draws = stream('bench', 'streams');
const loads: Record<string, Load> = {
  'a page of 10 users': { path: '/users?offset=1&limit=10', headers: apiKey },
  'a PATCH of one of 100 users': {
    path: () => `/users/${people.userId(draws.int(0, 99))}`,
    method: 'PATCH',
    headers: { ...apiKey, 'Content-Type': 'application/json' },
    body: () => JSON.stringify({ ext_id: `crm-${draws.int(1000, 9999)}` }),
    ready: READY,
  },
};

async function follow(url: string, signal: AbortSignal): Promise<void> {
  const { body } = await fetch(`${url}/_sandbox/events`, { headers: apiKey, signal });
  const reader = body!.getReader();
  await reader.read();
  const readOn = async () => {
    while (!(await reader.read()).done);
  };
  readOn().catch(() => {});
}

/** Has the deliveries made by another process where it can: a process that made 100,000 serves a page 5 µs slower. */
async function startWith(place: string, deliveries: number): Promise<ServerProcess> {
  const made = await startServer([probeScript('deliveries'), place, String(deliveries)]);
  if (place === 'memory') return made;
  await made.stop();
  return startServer([probeScript('deliveries'), place, 'kept']);
}

async function lossesOn(store: string, places: readonly [string, string], effort: Effort): Promise<Figure[]> {
  const { rounds, seconds, warmUps, kept } = effort;
  const quiet = await startWith(places[0], 0);
  const full = await startWith(places[1], kept);
  const ended = new AbortController();
  try {
    for (let n = 0; n < STREAMS; n += 1) await follow(full.url, ended.signal);
    const figures: Figure[] = [];
    for (const [title, load] of Object.entries(loads)) {
      if (warmUps > 0) for (const server of [quiet, full]) await throughput(server, load, seconds * warmUps);
      // Twice as many as elsewhere: what is looked for is smaller than the changes of the machine's speed.
      const speeds = await interleave(['quiet', 'full'], rounds * 2, async (name) => {
        const { rate, cost } = await throughput(name === 'quiet' ? quiet : full, load, seconds);
        // The processor time of the sandbox leaves out that of the database.
        return store !== 'PostgreSQL' && cost ? 1e6 / cost : rate;
      });
      const id = `streams.${store.toLowerCase()}.${title.split(' ')[1]!.toLowerCase()}`;
      const words = `${title} on ${store} with ${kept} deliveries and ${STREAMS} streams, to none`;
      figures.push(figureOf(id, words, 'times', ratios(speeds.full, speeds.quiet), { atLeast: 0.9 }));
    }
    return figures;
  } finally {
    ended.abort();
    await quiet.stop();
    await full.stop();
  }
}

export async function streams(effort: Effort): Promise<Section> {
  const databases = await startDatabases();
  try {
    const figures = await inFolder(async (folder) => [
      ...(await lossesOn('memory', ['memory', 'memory'], effort)),
      ...(await lossesOn('files', [join(folder, 'quiet'), join(folder, 'full')], effort)),
    ]);
    const places = [await databases.make('streams_none'), await databases.make('streams_many')] as const;
    figures.push(...(await lossesOn('PostgreSQL', places, effort)));
    return sectionOf('streams', figures, { kept: String(effort.kept), streams: STREAMS });
  } finally {
    await databases.stop();
  }
}
