import { type Machine, machineText } from '../figures/machine.ts';
import type { TestReport } from '../figures/test-report.ts';
import { readYaml } from '../terminal/read-yaml.ts';

/** By the title of a line in docs/figures/faults.md, its fault-injection tests by name. */
const soakLines: Record<string, Record<string, { about: string; told: string }>> = readYaml(
  import.meta.url,
  './soak-kinds.yaml',
);

const allKinds = Object.values(soakLines).flatMap((kinds) => Object.entries(kinds));
export const soakKinds = new Map(allKinds.map(([name, { about }]) => [name, about] as const));

/** Figures to show, and every problem with what is needed to reproduce it. */
export type FaultOutcome = { figures: Record<string, number | string>; problems: string[] };

export type FaultMeta = { fault?: FaultOutcome };

type Tried = Readonly<Record<string, number | string>>;
export type SoakRow = { name: string; tried: Tried; lost: number; seconds: number };

export function soakRows({ testResults }: TestReport<FaultMeta>, wanted: readonly string[]) {
  const failures: string[] = [];
  const rows = wanted.map((name): SoakRow => {
    const file = testResults.find((one) => one.name.endsWith(`/${soakFile(name)}`));
    const test = file?.assertionResults.find(({ title }) => title.startsWith(`${name}: `));
    const { figures = {}, problems = [] } = test?.meta.fault ?? {};
    const isDone = test?.status === 'passed' || test?.status === 'failed';
    const broke = isDone ? test.failureMessages : [file?.message || 'It ended before it was done'];
    const lost = problems.length > 0 ? problems : broke;
    failures.push(...lost.map((problem) => `${name}: ${problem.split('\n')[0]}`));
    return { name, tried: figures, lost: lost.length, seconds: Math.round((test?.duration ?? 0) / 1000) };
  });
  return { rows, failures };
}

const sharedFiles: Record<string, string> = { 'proxy-profile': 'proxy', 'check-busy': 'check-replicas' };
/** The file of a test, which is called as it is, but for those that share one. */
export const soakFile = (name: string) => `scripts/resilience/${sharedFiles[name] ?? name}.test.ts`;

export type SoakRecord = { madeAt: string; seed: number; machine: Machine; rows: readonly SoakRow[] };

export const soakMarkers = ['<!-- soak: begin (written by npm run soak) -->', '<!-- soak: end -->'] as const;

/** What a kind tried, in words: `50 kills, 5,312 changes acknowledged`. */
export const triedText = (tried: Tried): string =>
  Object.entries(tried)
    .map(([what, figure]) =>
      typeof figure === 'number' ? `${figure.toLocaleString('en-GB')} ${what}` : `${what}: ${figure}`,
    )
    .join(', ');

/** What a run tried and what was lost, for docs/figures/faults.md. */
export function soakSection(record: SoakRecord | undefined): string {
  if (record === undefined)
    return '`npm run soak` writes its counts here; a whole run on a quiet machine is yet to be made.';
  const { madeAt, seed, machine, rows } = record;
  const lines = Object.entries(soakLines).map(([title, kinds]) => {
    const parts = Object.entries(kinds).flatMap(([kind, { told: words }]) => {
      const row = rows.find(({ name }) => name === kind);
      return row ? [`${words} (${triedText(firstOf(row.tried))})${lostText(row.lost)}`] : [];
    });
    return `- **${title}:** ${parts.join('; ')}.`;
  });
  const lost = rows.reduce((sum, row) => sum + row.lost, 0);
  const seconds = rows.reduce((sum, row) => sum + row.seconds, 0);
  return [
    ...lines,
    '',
    `Lost: ${lost === 0 ? 'nothing' : `${problemsText(lost)}, which the run tells`}. Made by \`npm run soak\` on ${madeAt.slice(0, 10)} in ${Math.round(seconds / 60)} minutes, seed ${seed}: ${machineText(machine)}.`,
  ].join('\n');
}

const firstOf = (tried: Tried): Tried => {
  const numbers = Object.entries(tried).filter(([, figure]) => typeof figure === 'number');
  return Object.fromEntries(numbers.slice(0, 3));
};

export const problemsText = (lost: number): string => `${lost} problem${lost === 1 ? '' : 's'}`;

const lostText = (lost: number): string => (lost === 0 ? '' : `, **${problemsText(lost)}**`);
