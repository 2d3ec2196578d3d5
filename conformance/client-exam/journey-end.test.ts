import { spawn } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { endOf } from '../target/child-end.ts';
import { startJourney } from './stage/start-journey.ts';

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Ways in which a command leaves something behind; each writes the id of what stays to the file `left`. */
const leavers: Readonly<Record<string, { command: string; escapes?: boolean; late?: boolean }>> = {
  'a child that holds the output': { command: 'sleep 60 & echo $! > left; echo "{}"' },
  'a child that holds nothing': { command: 'sleep 60 >/dev/null 2>&1 & echo $! > left; echo "{}"' },
  'a child that ignores signals': {
    command: `sh -c 'trap "" TERM HUP INT; echo $$ > left; sleep 60' & while [ ! -s left ]; do :; done; echo "{}"`,
  },
  'a daemon with the output': {
    command: `setsid sh -c 'echo $$ > left; exec sleep 60' & while [ ! -s left ]; do :; done; echo "{}"`,
    escapes: true,
  },
  'a command without an end': { command: 'echo $$ > left; exec sleep 60', late: true },
  'a daemon of a command without an end': {
    command: `setsid sh -c 'echo $$ > left; exec sleep 60' & wait; sleep 60`,
    escapes: true,
    late: true,
  },
};

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'payrig-end-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** A busy machine takes its time to start a process: only what has no end is cut off early. */
const mostMs = 8000;
const patience = { late: 2000, inTime: mostMs };

test.skipIf(process.platform === 'win32').each(Object.entries(leavers))(
  'a journey ends in time, and its group with it: %s',
  async (_, { command, escapes = false, late = false }) => {
    const cwd = await folder();
    const started = performance.now();
    const { signal } = new AbortController();
    const patienceMs = late ? patience.late : patience.inTime;
    const outcome = await startJourney({ run: command, cwd }, {} as never, { patienceMs, signal });
    expect(performance.now() - started).toBeLessThan(mostMs);
    expect([outcome.ended, outcome.ok]).toEqual([!late, !late]);
    const left = Number(readFileSync(join(cwd, 'left'), 'utf8'));
    if (escapes) process.kill(left, 'SIGKILL');
    else await expect.poll(() => isAlive(left)).toBe(false);
  },
  30_000,
);

test.skipIf(process.platform === 'win32')('a deadline ends a process with its group', async () => {
  const cwd = await folder();
  const child = spawn('sleep 60 & echo $! > left; wait', { shell: true, cwd, detached: true });
  expect(await endOf(child, 1000)).toEqual({ code: null, signal: 'SIGKILL' });
  const left = Number(readFileSync(join(cwd, 'left'), 'utf8'));
  await expect.poll(() => isAlive(left)).toBe(false);
});

/** What starts processes and waits for their end in another way, and why that is right. */
const others: Readonly<Record<string, string>> = {
  'scripts/payrig.mjs': 'is the process itself, on another Node',
  'scripts/ensure-installed.mjs': 'runs before any package is installed, and waits for npm',
  'conformance/client-exam/stage/start-journey.ts':
    'the launcher ends with the exam, which it serves throughout',
  'conformance/proof/others/python-server.ts': 'a server that is killed',
  'conformance/proof/source-mutants/reach.ts': 'a server that is killed',
};

test('everything that starts a process waits for the end of the process', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const sources = globSync(['{spec,simulator,conformance,scripts}/**/*.{ts,mjs}'], { cwd: root });
  const starting = sources
    .filter((path) => !/\.test\.ts$|\/testing\/|\/(bench|resilience)\//.test(path))
    .filter((path) =>
      /\b(spawn|fork)\(/.test(readFileSync(join(root, path), 'utf8').replaceAll(/\.fork\(/g, '')),
    )
    .filter((path) => /from 'node:child_process'/.test(readFileSync(join(root, path), 'utf8')));
  expect(starting.length).toBeGreaterThan(9);
  const waiting = starting.filter((path) => /\bendOf\(/.test(readFileSync(join(root, path), 'utf8')));
  expect(starting.filter((path) => !waiting.includes(path)).sort()).toEqual(Object.keys(others).sort());
});
