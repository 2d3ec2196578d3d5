import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { projectRoot } from '../terminal/run-tool.ts';
import { apiKey, inFolder, inMemory, prism, sandboxCommand } from './contestants.ts';
import { type Figure, figureOf, figuresIn, interleave, type Measure, ratios, sectionOf } from './figure.ts';
import { contestantNode, type ServerProcess, startServer } from './server-process.ts';

const built = join(projectRoot, 'dist/scripts/payrig.js');
const cache = { NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/payrig-bench-compiled') };

const starts: Record<string, () => Promise<ServerProcess>> = {
  sandbox: inMemory,
  built: () => startServer([built, ...sandboxCommand('--ephemeral').slice(1)], cache),
  prism,
};

async function startMs(start: () => Promise<ServerProcess>): Promise<number> {
  const began = performance.now();
  await using server = await start();
  await (await fetch(`${server.url}/users`, { headers: apiKey })).text();
  return performance.now() - began;
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
  const cannotRun = [!contestantNode().runsTypeScript && 'sandbox', !existsSync(built) && 'built'];
  const names = Object.keys(starts).filter((name) => !cannotRun.includes(name));
  for (const name of names) await startMs(starts[name]!);
  const times = await interleave(names, rounds, (name) => startMs(starts[name]!));
  const figures = (name: string, title: string): Figure[] => {
    const own = times[name];
    if (!own) return [];
    const ratio = ratios(own, times['prism']!);
    return [
      figureOf(`start.${name}-to-prism`, `${title}, to that of Prism`, 'times', ratio, { below: 0.35 }),
      figureOf(`start.${name}`, title, 'ms', own),
    ];
  };
  // Only where the rounds mean something: it installs packages.
  const clone = rounds > 1 ? figuresIn('start', { clone: [await cloneSeconds()] }) : [];
  return sectionOf('start', [
    ...clone,
    ...figures('sandbox', 'start in a clone'),
    ...figures('built', 'start of the package'),
    ...figuresIn('start', { prism: times['prism']! }),
  ]);
};
