import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machineText, thisMachine } from '../figures/machine.ts';
import { projectRoot } from '../terminal/run-tool.ts';
import { accounts } from './profile.ts';
import { contestantNode } from './server-process.ts';

type Told = { title: string; cost: number; phases: Record<string, number> };
type Labelled = { made: string; machine: string; accounts: Record<string, Told> };

const folder = join(projectRoot, 'docs/figures');
const pictureOf = (label: string, key: string): string => `profile-${label}-${key}.svg`;

/** Accounts for the requests that the benchmark compares, and adds them under a label to docs/figures/profile.md. */
export async function writeProfile(label: string): Promise<void> {
  const file = join(folder, 'profile.json');
  const known: Record<string, Labelled> = JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));
  const machine = machineText(thisMachine(contestantNode().version));
  const told: Labelled['accounts'] = {};
  for (const [key, { title, cost, phases, picture }] of Object.entries(await accounts())) {
    told[key] = { title, cost, phases: Object.fromEntries(phases) };
    await writeFile(join(folder, pictureOf(label, key)), picture);
  }
  known[label] = { made: new Date().toISOString().slice(0, 10), machine, accounts: told };
  await writeFile(file, `${JSON.stringify(known, null, 2)}\n`);
  await writeFile(join(folder, 'profile.md'), pageOf(known));
}

function pageOf(labelled: Readonly<Record<string, Labelled>>): string {
  const labels = Object.keys(labelled);
  const titles = new Map(
    Object.values(labelled).flatMap(({ accounts }) =>
      Object.entries(accounts).map(([key, { title }]): [string, string] => [key, title]),
    ),
  );
  const parts = [...titles].flatMap(([key, title]) => {
    const of = (label: string): Told | undefined => labelled[label]!.accounts[key];
    const names = [...new Set(labels.flatMap((label) => Object.keys(of(label)?.phases ?? {})))];
    const row = (name: string, value: (told: Told) => number): string =>
      `| ${name} | ${labels.map((label) => (of(label) ? value(of(label)!).toFixed(1) : '')).join(' | ')} |`;
    return [
      `## ${title.charAt(0).toUpperCase()}${title.slice(1)}`,
      '',
      `| microseconds of the processor | ${labels.join(' | ')} |`,
      `| --- |${' ---: |'.repeat(labels.length)}`,
      ...names
        .filter((name) => labels.some((label) => (of(label)?.phases[name] ?? 0) >= 0.05))
        .map((name) => row(name, ({ phases }) => phases[name] ?? 0)),
      row('**all**', ({ cost }) => cost),
      '',
      ...labels.map((label) => `![${label}: where the time goes](${pictureOf(label, key)})\n`),
    ];
  });
  return [
    '# Where the time of a request goes',
    '',
    "Written by `npm run bench -- --profile LABEL`: the sandbox in memory with its log on, under the benchmark's load, 200 µs",
    'between samples of its profiler. What a request costs was measured without the profiler; the samples say how it is shared out. A sample',
    'counts for the innermost phase that it is in, so that what writing to the socket makes Node do counts as writing.',
    '',
    ...labels.map((label) => `- **${label}**: ${labelled[label]!.made}, ${labelled[label]!.machine}`),
    '',
    ...parts,
  ].join('\n');
}
