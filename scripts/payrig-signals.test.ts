import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from './terminal/run-tool.ts';
import { machineNode } from './testing/machine-node.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

// A clone in small: the real payrig.mjs beside a command line that only waits for a signal.
let scripts: string;
beforeAll(async () => {
  const root = await temporaryFolder();
  scripts = join(root, 'scripts');
  await mkdir(scripts);
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  await writeFile(join(root, 'package.json'), '{"type":"module"}');
  // A start that takes a while, and says when it has begun.
  const slow = `export async function ensureInstalled() {
    if (process.argv[2] !== 'watch') return;
    console.log('starting');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }`;
  await writeFile(join(scripts, 'ensure-installed.mjs'), slow);
  await copyFile(join(projectRoot, 'scripts/payrig.mjs'), join(scripts, 'payrig.mjs'));
  const waits = `const orderly: boolean = process.argv[2] === 'orderly';
    for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) if (orderly) process.on(name, () => process.exit(7));
    if (process.argv[2] === 'watch') process.on('SIGUSR2', () => process.exit(8));
    setInterval(() => {}, 1e6);
    console.log('up');`;
  await writeFile(join(scripts, 'payrig.ts'), waits);
});

async function ended(child: ChildProcess): Promise<{ code: number | null; signal: string | null }> {
  const [code, signal] = await once(child, 'exit');
  return { code, signal };
}

async function started(mode: string): Promise<ChildProcess> {
  const child = spawn(machineNode(), [join(scripts, 'payrig.mjs'), mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return child;
}

describe.skipIf(process.platform === 'win32')('payrig in a clone', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    'passes %s on, and ends as the command ends',
    async (signal) => {
      const child = await started('orderly');
      child.kill(signal);
      expect(await ended(child)).toEqual({ code: 7, signal: null });
    },
  );

  it('keeps a SIGUSR2 during the start of a watch from ending it, and passes a later one on', async () => {
    const child = await started('watch');
    child.kill('SIGUSR2');
    const [up] = await once(child.stdout!, 'data');
    expect(String(up)).toContain('up');
    child.kill('SIGUSR2');
    expect(await ended(child)).toEqual({ code: 8, signal: null });
  });

  it('dies of the signal that the command dies of', async () => {
    const child = await started('abrupt');
    child.kill('SIGTERM');
    expect(await ended(child)).toEqual({ code: null, signal: 'SIGTERM' });
  });
});
