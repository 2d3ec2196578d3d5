import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Machine, machineText } from './bench/machine.ts';
import { projectRoot } from './run-tool.ts';

/** One part of the proof: a script, and which lines of its output sum it up. */
export type ProofStep = {
  about: string;
  words: readonly string[];
  env?: Record<string, string>;
  summary: RegExp;
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
export const proofSteps: Readonly<Record<string, ProofStep>> = {
  tests: {
    about: 'every test without sampling: every document on every Node, every mutant that a test can pick',
    words: ['node_modules/vitest/vitest.mjs', 'run'],
    env: { PAYRIG_PROOF: '1', NO_COLOR: '1' },
    summary: /^\s*(Test Files|Tests)\s/,
  },
  mutants: {
    about: 'a sandbox broken in one clause, for every clause: the suite must catch each by name',
    words: ['scripts/mutants.ts'],
    summary: /killed/,
  },
  'source-mutants': {
    about: 'edits that a machine makes in the source of the simulator',
    words: ['scripts/mutants.ts', '--source', '300', '--seed', '14'],
    summary: /\b(killed|survived|caught|reached)\b/,
  },
  variants: {
    about: 'sandboxes that chose otherwise where the document is silent: the suite must pass each',
    words: ['scripts/variants.ts', '20'],
    summary: /false failures/,
  },
  'python-server': {
    about: 'a server of another hand, written from the document alone, and edits that a machine makes in it',
    words: ['scripts/python-server.ts', '40', '14'],
    summary: /false failures|\b(killed|survived|caught|reached)\b/,
  },
  mcp: {
    about:
      "the conformance suite of the Model Context Protocol and the inspector's command line, on both transports",
    words: ['scripts/mcp-witnesses.ts'],
    summary: /witnesses|FAILED/,
  },
  soak: {
    about: 'every fault-injection test in its long form',
    words: ['scripts/soak.ts'],
    summary: /minutes\. Seed|^\S+\s+(nothing|\d+ problems?)\s/,
  },
};

/** Runs a step, prints its output, and keeps the lines that sum it up. */
export function runStep(name: string, { about, words, env = {}, summary }: ProofStep): Promise<ProofResult> {
  const started = performance.now();
  const found: string[] = [];
  const child = spawn(process.execPath, words, {
    cwd: projectRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    console.log(line);
    if (summary.test(line)) found.push(line.trim());
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
