import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { parse } from 'yaml';
import { type Machine, machineText } from './bench/machine.ts';
import { projectRoot } from './run-tool.ts';

/** One part of the proof: a script, and which lines of its output sum it up. */
export type ProofStep = {
  about: string;
  words: readonly string[];
  env?: Record<string, string>;
  /** A regular expression. */
  summary: string;
};

export type ProofResult = {
  name: string;
  about: string;
  command: string;
  passed: boolean;
  seconds: number;
  summary: readonly string[];
};

/** What takes too long for `npm test`. */
export const proofSteps: Readonly<Record<string, ProofStep>> = parse(
  readFileSync(new URL('./proof-steps.yaml', import.meta.url), 'utf8'),
);

/** Runs a step, prints its output, and keeps the lines that sum it up. */
export function runStep(name: string, { about, words, env = {}, summary }: ProofStep): Promise<ProofResult> {
  const started = performance.now();
  const found: string[] = [];
  const sumsUp = new RegExp(summary);
  const child = spawn(process.execPath, words, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    console.log(line);
    if (sumsUp.test(line)) found.push(line.trim());
  });
  const variables = Object.entries(env).map(([key, value]) => `${key}=${value} `);
  const command = `${variables.join('')}node ${words.join(' ')}`;
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = Math.round((performance.now() - started) / 1000);
      // A step without a summary has proved nothing, whatever its exit code.
      const passed = code === 0 && found.length > 0;
      resolve({ name, about, command, passed, seconds, summary: found.slice(-25) });
    });
  });
}

export function proofPage(
  results: readonly ProofResult[],
  { date, commit, machine }: { date: string; commit: string; machine: Machine },
): string {
  const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
  const verdict = failed.length === 0 ? 'Every step passed.' : `**Failed: ${failed.join(', ')}.**`;
  const rows = results.map(
    ({ name, about, passed, seconds }) =>
      `| ${name} | ${about} | ${passed ? 'passed' : '**failed**'} | ${minutesText(seconds)} |`,
  );
  const details = results.flatMap(({ name, command, summary }) => [
    `## ${name}`,
    '',
    '```',
    `$ ${command}`,
    ...(summary.length > 0 ? summary : ['(no summary)']),
    '```',
    '',
  ]);
  return [
    '# Proof',
    '',
    `${verdict} Written by \`npm run proof\` on ${date} at commit ${commit}: ${machineText(machine)}.`,
    '',
    '| step | what it runs | result | time |',
    '|---|---|---|---:|',
    ...rows,
    '',
    ...details,
  ].join('\n');
}

const minutesText = (seconds: number): string =>
  seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
