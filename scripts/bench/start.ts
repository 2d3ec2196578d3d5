import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../spec/free-port.ts';
import { projectRoot } from '../terminal/run-tool.ts';
import { apiKey, inFolder, prismCommand, sandboxCommand } from './contestants.ts';
import { type Figure, figureOf, figuresIn, interleave, type Measure, ratios, sectionOf } from './figure.ts';
import { contestantNode, stopped } from './server-process.ts';

const built = join(projectRoot, 'dist/scripts/payrig.js');
const cache = { NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/payrig-bench-compiled') };

type Start = { args: (port: number) => string[]; env?: Record<string, string> };

const starts: Record<string, Start> = {
  sandbox: { args: () => sandboxCommand('--ephemeral') },
  // What a project that has the package runs.
  built: { args: () => [built, ...sandboxCommand('--ephemeral').slice(1)], env: cache },
  prism: { args: (port) => prismCommand(port) },
};

async function startMs({ args, env }: Start): Promise<number> {
  const port = await freePort();
  const words = args(port);
  const began = performance.now();
  const child = spawn(contestantNode().path, words, {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, ...env },
  });
  let url = words.includes('mock') ? `http://127.0.0.1:${port}` : '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    url ||= text.trim();
  });
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`${words.join(' ')} ended before it answered`);
      const answer =
        url === '' ? undefined : await fetch(`${url}/users`, { headers: apiKey }).catch(() => undefined);
      await answer?.text();
      if (answer?.ok) return performance.now() - began;
      await delay(2);
    }
  } finally {
    // Compiled code is kept at an orderly end.
    await stopped(child);
  }
}

/** Seconds from `npm start` in a fresh clone to its first line, with npm's cache as it is. */
const cloneSeconds = (): Promise<number> =>
  inFolder(async (folder) => {
    await promisify(execFile)('git', ['clone', '-q', projectRoot, folder]);
    const began = performance.now();
    const words = ['start', '--silent', '--prefer-offline', '--', '--port=0', '--quiet', '--ephemeral'];
    // A group of its own: npm starts a shell, which starts the sandbox.
    const child = spawn('npm', words, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    try {
      for await (const line of createInterface({ input: child.stdout }))
        if (line.startsWith('http')) return (performance.now() - began) / 1000;
      throw new Error('npm start ended in a fresh clone before the sandbox listened');
    } finally {
      process.kill(-child.pid!);
    }
  });

export const start: Measure = async ({ starts: rounds }) => {
  // A clone runs TypeScript, which an older Node cannot.
  const canRun: Record<string, boolean> = {
    sandbox: contestantNode().runsTypeScript,
    built: existsSync(built),
    prism: true,
  };
  const names = Object.keys(starts).filter((name) => canRun[name]);
  for (const name of names) await startMs(starts[name]!);
  const times = await interleave(names, rounds, (name) => startMs(starts[name]!));
  const prism = times['prism']!;
  const figures = (name: string, title: string): Figure[] => {
    const own = times[name];
    if (!own) return [];
    const goal = { below: 0.35 };
    return [
      figureOf(`start.${name}-to-prism`, `${title}, to that of Prism`, 'times', ratios(own, prism), goal),
      figureOf(`start.${name}`, title, 'ms', own),
    ];
  };
  // Only where the rounds mean something: it installs packages.
  const clone = rounds > 1 ? figuresIn('start', { clone: [await cloneSeconds()] }) : [];
  return sectionOf('start', [
    ...clone,
    ...figures('sandbox', 'start in a clone'),
    ...figures('built', 'start of the package'),
    ...figuresIn('start', { prism }),
  ]);
};
