import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { projectRoot } from '../run-tool.ts';
import { apiKey, prismCommand, sandboxCommand } from './contestants.ts';
import type { Effort } from './effort.ts';
import { figureOf, ratios, type Section } from './figure.ts';
import { interleave } from './interleave.ts';
import { request } from './request.ts';
import { freePort } from './server-process.ts';

const built = join(projectRoot, 'dist/scripts/payrig.js');
const cache = { NODE_COMPILE_CACHE: join(projectRoot, 'node_modules/.cache/payrig-bench-compiled') };

type Start = { args: (port: number) => string[]; env?: Record<string, string> };

const starts = {
  sandbox: { args: () => sandboxCommand('--ephemeral') },
  // What a project that has the package runs.
  built: { args: () => [built, ...sandboxCommand('--ephemeral').slice(1)], env: cache },
  prism: { args: (port: number) => prismCommand(port) },
} satisfies Record<string, Start>;

/** Milliseconds from the command to its first answer, everything read from disk before. */
async function startMs({ args, env }: Start): Promise<number> {
  const port = await freePort();
  const words = args(port);
  const began = performance.now();
  const child = spawn(process.execPath, words, {
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
        url === '' ? undefined : await request(`${url}/users`, { headers: apiKey }).catch(() => undefined);
      if (answer?.status === 200) return performance.now() - began;
      await delay(2);
    }
  } finally {
    // Compiled code is kept at an orderly end.
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
}

/** From the command to the first answer. */
export async function start({ starts: rounds }: Effort): Promise<Section> {
  const names = existsSync(built)
    ? (['sandbox', 'built', 'prism'] as const)
    : (['sandbox', 'prism'] as const);
  for (const name of names) await startMs(starts[name]);
  const times = await interleave(names, rounds, (name) => startMs(starts[name]));
  const compiled = 'built' in times ? (times.built as readonly number[]) : undefined;
  return {
    id: 'start',
    title: 'Start',
    about: 'From the command to the first page of users, with compiled code cached by an earlier start.',
    figures: [
      figureOf(
        'start.sandbox-to-prism',
        'start in a clone, to that of Prism',
        'times',
        ratios(times.sandbox, times.prism),
        { below: 0.3 },
      ),
      figureOf('start.sandbox', 'start in a clone', 'ms', times.sandbox),
      ...(compiled
        ? [
            figureOf(
              'start.built-to-prism',
              'start of the package, to that of Prism',
              'times',
              ratios(compiled, times.prism),
              { below: 0.3 },
            ),
            figureOf('start.built', 'start of the package', 'ms', compiled),
          ]
        : []),
      figureOf('start.prism', 'start of Prism', 'ms', times.prism),
    ],
  };
}
