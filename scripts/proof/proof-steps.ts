import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endOf } from '../../conformance/target/child-end.ts';
import { type Machine, machineText } from '../figures/machine.ts';
import { readYaml } from '../terminal/read-yaml.ts';
import { projectRoot } from '../terminal/run-tool.ts';

export type ProofStep = {
  about: string;
  words: readonly string[];
  /** Whether it has figures of its own, which `--publish` writes. */
  publishes?: boolean;
  env?: Record<string, string>;
  /** A regular expression. */
  summary: string;
  /** How many of the lines that it matches stand on the page, the last ones; default 25. */
  most?: number;
};

export type ProofOccasion = { date: string; commit: string; machine: Machine };

export type ProofResult = Awaited<ReturnType<typeof runStep>>;

/** The latest result of each step. They take hours together, and may have run one by one. */
export type ProofRecord = Readonly<Record<string, ProofResult & ProofOccasion>>;

export const proofSteps: Readonly<Record<string, ProofStep>> = readYaml(
  import.meta.url,
  './proof-steps.yaml',
);

export async function runStep({ words, env = {}, summary, most = 25 }: ProofStep) {
  const started = performance.now();
  const found: string[] = [];
  const sumsUp = new RegExp(summary);
  const [program = '', ...rest] = words;
  const surroundings = { cwd: projectRoot, env: { ...process.env, ...env } };
  const child = spawn(program, rest, { ...surroundings, stdio: ['ignore', 'pipe', 'inherit'] });
  createInterface({ input: child.stdout }).on('line', (line) => {
    console.log(line);
    if (sumsUp.test(line)) found.push(line.trim());
  });
  const variables = Object.entries(env).map(([key, value]) => `${key}=${value} `);
  const command = `${variables.join('')}${words.join(' ')}`;
  const { code } = await endOf(child);
  const seconds = Math.round((performance.now() - started) / 1000);
  // A step without a summary has proved nothing, whatever its exit code.
  const passed = code === 0 && found.length > 0;
  return { command, passed, seconds, summary: found.slice(-most) };
}

export function proofPage(
  record: ProofRecord,
  steps: Readonly<Record<string, Pick<ProofStep, 'about'>>> = proofSteps,
): string {
  const names = Object.keys(steps);
  const failed = names.filter((name) => record[name]?.passed === false);
  const missing = names.filter((name) => !record[name]);
  const verdicts = [
    failed.length > 0 ? `**Failed: ${failed.join(', ')}.**` : '',
    missing.length > 0 ? `**Not run yet: ${missing.join(', ')}.**` : '',
  ].filter((text) => text !== '');
  const rows = names.map((name) => {
    const { passed, seconds, date, commit } = record[name] ?? {};
    const result = passed === undefined ? '**not run yet**' : passed ? 'passed' : '**failed**';
    const time = seconds === undefined ? '' : minutesText(seconds);
    return `| ${name} | ${steps[name]!.about} | ${result} | ${time} | ${date ?? ''} | ${commit ?? ''} |`;
  });
  const details = Object.entries(record).flatMap(([name, { command, summary, machine }]) => [
    ...[`## ${name}`, '', `${machineText(machine)}.`, ''],
    ...['```', `$ ${command}`, ...(summary.length > 0 ? summary : ['(no summary)']), '```', ''],
  ]);
  return [
    '# Proof',
    '',
    `What takes too long for \`npm test\`, and when each part of it ran last, on which commit. \`npm run proof\` writes this page; its steps may run one by one. ${verdicts.join(' ') || 'Every step passed.'}`,
    '',
    '| step | what it runs | result | time | date | commit |',
    '|---|---|---|---:|---|---|',
    ...rows,
    '',
    ...details,
  ].join('\n');
}

const minutesText = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
