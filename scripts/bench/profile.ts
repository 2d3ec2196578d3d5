import { once } from 'node:events';
import { readFileSync, watch } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../terminal/run-tool.ts';
import { inFolder, sandboxCommand } from './contestants.ts';
import { type Frame, flameGraph } from './flame-graph.ts';
import { cpuSeconds, type Load, throughput } from './load.ts';
import { probeScript, type ServerProcess, startServer } from './server-process.ts';
import { questions } from './serving.ts';
import { readyBurst } from './webhooks.ts';

const listedPhases: { phase: string; frames: string }[] = parse(
  readFileSync(new URL('./phases.yaml', import.meta.url), 'utf8'),
);
const phases = listedPhases.map(({ phase, frames }) => ({ phase, frames: new RegExp(frames) }));

/** Where the processor time of one request goes: microseconds by phase, and a picture of the stacks. */
export type Account = { title: string; cost: number; phases: ReadonlyMap<string, number>; picture: string };

/** Gets a server ready; what it returns puts the load on it, and says how many µs of the processor one request took. */
type Task = (server: ServerProcess) => Promise<() => Promise<number>>;

const SECONDS = 6;
const DELIVERIES = 5000;

const under =
  (load: Load): Task =>
  async (server) =>
  async () =>
    (await throughput(server, load, SECONDS)).cost ?? 0;

const delivering =
  (receiver: ServerProcess): Task =>
  async (server) => {
    const release = await readyBurst(server, receiver, DELIVERIES);
    return async () => {
      const before = cpuSeconds(server.pid) ?? 0;
      await release();
      return (((cpuSeconds(server.pid) ?? 0) - before) / DELIVERIES) * 1e6;
    };
  };

/** Puts a sandbox in memory under one load after the other, and accounts for its time under each. */
export const accounts = (): Promise<Record<string, Account>> =>
  inFolder(async (folder) => {
    const file = join(folder, 'profile.json');
    process.env['PROFILE_FILE'] = file;
    const words = sandboxCommand('--ephemeral', '--users', '200');
    await using server = await startServer(['--import', probeScript('profiled'), ...words]);
    await using receiver = await startServer([probeScript('receiver')]);
    const tasks = [
      ...questions.map(({ key, title, load }) => ({ key, title, task: under(load) })),
      { key: 'delivery', title: 'a delivery, signed and encrypted', task: delivering(receiver) },
    ];
    const made: Record<string, Account> = {};
    for (const { task } of tasks) await (await task(server))();
    for (const { key, title, task } of tasks) {
      const cost = await (await task(server))();
      const profiled = await task(server);
      process.kill(server.pid, 'SIGUSR2');
      await profiled();
      const written = once(watch(folder), 'change');
      process.kill(server.pid, 'SIGUSR2');
      await written;
      made[key] = accountOf(title, cost, await profileIn(file));
    }
    return made;
  });

/** The profile, once it is written whole. */
async function profileIn(file: string): Promise<Profiler.Profile> {
  for (;;) {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

function accountOf(title: string, cost: number, profile: Profiler.Profile): Account {
  const root = framesOf(profile);
  // What was measured has neither the time that the process waited nor that of the profiler.
  root.children = root.children.filter(({ name }) => !/^\(idle\)| node:inspector$/.test(name));
  root.total = root.children.reduce((sum, { total }) => sum + total, 0);
  const times = new Map(phases.map(({ phase }) => [phase, 0]));
  const add = ({ name, self, children }: Frame, outer: string): void => {
    const own = phases.find(({ frames }) => frames.source !== '(?:)' && frames.test(name))?.phase ?? outer;
    times.set(own, times.get(own)! + (self / root.total) * cost);
    for (const child of children) add(child, own);
  };
  add(root, phases.at(-1)!.phase);
  return { title, cost, phases: times, picture: flameGraph(root, `${title}: ${cost.toFixed(0)} µs`) };
}

/** The samples as a tree of frames with the time in each, children included. */
function framesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Frame {
  const self = new Map<number, number>();
  for (const [at, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + (timeDeltas[at] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const frameOf = (id: number): Frame => {
    const { callFrame, children = [] } = byId.get(id)!;
    const below = children.map(frameOf);
    const own = self.get(id) ?? 0;
    const total = own + below.reduce((sum, child) => sum + child.total, 0);
    return { name: `${callFrame.functionName} ${placeOf(callFrame.url)}`, self: own, total, children: below };
  };
  return frameOf(nodes[0]!.id);
}

const placeOf = (url: string): string =>
  url
    .replace(/^.*node_modules\//, '')
    .replace(/^file:\/\//, '')
    .replace(projectRoot, '');
