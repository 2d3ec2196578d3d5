import { once } from 'node:events';
import { watch } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { Profiler } from 'node:inspector';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { machineText, thisMachine } from '../figures/machine.ts';
import { readYaml } from '../terminal/read-yaml.ts';
import { projectRoot } from '../terminal/run-tool.ts';
import { inFolder, sandboxCommand } from './contestants.ts';
import { type Frame, flameGraph } from './flame-graph.ts';
import { cpuSeconds, type Load, throughput } from './load.ts';
import { contestantNode, probeScript, type ServerProcess, startServer } from './server-process.ts';
import { questions } from './serving.ts';
import { readyBurst } from './webhooks.ts';

const listedPhases: { phase: string; frames: string }[] = readYaml(import.meta.url, './phases.yaml');
const phases = listedPhases.map(({ phase, frames }) => ({ phase, frames: new RegExp(frames) }));

type Account = { title: string; cost: number; phases: Record<string, number> };
type Labelled = { made: string; machine: string; accounts: Record<string, Account> };

const figures = join(projectRoot, 'docs/figures');
const pictureOf = (label: string, key: string): string => `profile-${label}-${key}.svg`;

/** Accounts for the requests that the benchmark compares, and adds them under a label to docs/figures/profile.md. */
export async function writeProfile(label: string): Promise<void> {
  const file = join(figures, 'profile.json');
  const known: Record<string, Labelled> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const accounts: Labelled['accounts'] = {};
  for (const { key, title, cost, root } of await profiles()) {
    accounts[key] = { title, cost, phases: phasesOf(root, cost) };
    const picture = flameGraph(root, `${title}: ${cost.toFixed(0)} µs`);
    await writeFile(join(figures, pictureOf(label, key)), picture);
  }
  const machine = machineText(thisMachine(contestantNode().version));
  known[label] = { made: new Date().toISOString().slice(0, 10), machine, accounts };
  await writeFile(file, `${JSON.stringify(known, null, 2)}\n`);
  await writeFile(join(figures, 'profile.md'), pageOf(known));
}

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

/** Puts a sandbox in memory under one load after the other, without its profiler and with it. */
const profiles = () =>
  inFolder(async (folder) => {
    const file = join(folder, 'profile.json');
    const words = ['--import', probeScript('profiled'), ...sandboxCommand('--ephemeral', '--users', '200')];
    await using server = await startServer(words, { PROFILE_FILE: file });
    await using receiver = await startServer([probeScript('receiver')]);
    const tasks = [
      ...questions.map(({ key, title, load }) => ({ key, title, task: under(load) })),
      { key: 'delivery', title: 'a delivery, signed and encrypted', task: delivering(receiver) },
    ];
    const made: { key: string; title: string; cost: number; root: Frame }[] = [];
    for (const { task } of tasks) await (await task(server))();
    for (const { key, title, task } of tasks) {
      const cost = await (await task(server))();
      const profiled = await task(server);
      process.kill(server.pid, 'SIGUSR2');
      await profiled();
      const written = once(watch(folder), 'change');
      process.kill(server.pid, 'SIGUSR2');
      await written;
      made.push({ key, title, cost, root: framesOf(await profileIn(file)) });
    }
    return made;
  });

/** The profile, once it is written whole. */
async function profileIn(file: string): Promise<Profiler.Profile> {
  for (;;) {
    try {
      return JSON.parse(await readFile(file, 'utf8'));
    } catch {
      await delay(50);
    }
  }
}

/** The samples as a tree of frames with the time in each, children included; without the time in which nothing was done. */
function framesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Frame {
  const self = new Map<number, number>();
  for (const [at, id] of samples.entries()) self.set(id, (self.get(id) ?? 0) + (timeDeltas[at] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const frameOf = (id: number): Frame => {
    const { callFrame, children: below = [] } = byId.get(id)!;
    const name = `${callFrame.functionName} ${placeOf(callFrame.url)}`;
    // What was measured has neither the time that the process waited nor that of the profiler.
    const children = below.map(frameOf).filter((one) => !/^\(idle\)| node:inspector$/.test(one.name));
    const own = self.get(id) ?? 0;
    return { name, self: own, total: own + children.reduce((sum, { total }) => sum + total, 0), children };
  };
  return frameOf(nodes[0]!.id);
}

const placeOf = (url: string): string =>
  url.replace(/^.*node_modules\/|^file:\/\//, '').replace(projectRoot, '');

function phasesOf(root: Frame, cost: number): Record<string, number> {
  const times: Record<string, number> = Object.fromEntries(phases.map(({ phase }) => [phase, 0]));
  const add = ({ name, self, children }: Frame, outer: string): void => {
    const own = phases.find(({ frames }) => frames.source !== '(?:)' && frames.test(name))?.phase ?? outer;
    times[own]! += (self / root.total) * cost;
    for (const child of children) add(child, own);
  };
  add(root, phases.at(-1)!.phase);
  return times;
}

function pageOf(labelled: Readonly<Record<string, Labelled>>): string {
  const labels = Object.keys(labelled);
  const all = Object.values(labelled).flatMap(({ accounts }) => Object.entries(accounts));
  const parts = Object.entries(Object.fromEntries(all)).flatMap(([key, { title }]) => {
    const of = (label: string): Account | undefined => labelled[label]!.accounts[key];
    const row = (name: string, value: (account: Account) => number): string =>
      `| ${name} | ${labels.map((label) => (of(label) ? value(of(label)!).toFixed(1) : '')).join(' | ')} |`;
    const names = new Set(labels.flatMap((label) => Object.keys(of(label)?.phases ?? {})));
    const met = [...names].filter((name) => labels.some((label) => (of(label)?.phases[name] ?? 0) >= 0.05));
    return [
      ...[`## ${title.charAt(0).toUpperCase()}${title.slice(1)}`, ''],
      `| microseconds of the processor | ${labels.join(' | ')} |`,
      `| --- |${' ---: |'.repeat(labels.length)}`,
      ...met.map((name) => row(name, ({ phases }) => phases[name] ?? 0)),
      ...[row('**all**', ({ cost }) => cost), ''],
      ...labels.filter(of).map((label) => `![${label}: where the time goes](${pictureOf(label, key)})\n`),
    ];
  });
  const made = labels.map((label) => `- **${label}**: ${labelled[label]!.made}, ${labelled[label]!.machine}`);
  return `# Where the time of a request goes

Written by \`npm run bench -- --profile LABEL\`: the sandbox in memory with its log on, under the benchmark's load, 200 µs
between samples of its profiler. What a request costs was measured without the profiler; the samples say how it is shared out. A sample
counts for the innermost phase that it is in, so that what writing to the socket makes Node do counts as writing.
Two runs on a machine that does other work differ by a fifth and more: what a change saves is in its commit, measured in
turn with the code before.

${[...made, '', ...parts].join('\n')}`;
}
