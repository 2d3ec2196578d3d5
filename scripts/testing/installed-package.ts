import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { projectRoot } from '../run-tool.ts';
import { runOnMachine } from './run-on-machine.ts';

/** What somebody gets who installs the package into an empty project. */
export type InstalledPackage = {
  /** The package as it would be published. */
  tarball: string;
  /** The project that has it installed, and nothing else. Nobody writes to it. */
  project: string;
};

type Outcome = { tarball?: string; problem?: string };

/** Packs and installs it, once for all test files of a run: whoever comes first does, the others wait. */
export async function installedPackage(): Promise<InstalledPackage> {
  const root = join(inject('sharedFolder'), 'package');
  const [project, told] = [join(root, 'project'), join(root, 'told.json')];
  const isFirst = await mkdir(root).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const outcome = await packAndInstall(root, project);
    // Said in one go, so that nobody reads half of it.
    await writeFile(`${told}.new`, JSON.stringify(outcome));
    await rename(`${told}.new`, told);
  } else await vi.waitUntil(() => existsSync(told), { timeout: 170_000, interval: 100 });
  const { tarball, problem } = JSON.parse(readFileSync(told, 'utf8')) as Outcome;
  if (tarball === undefined) throw new Error(problem);
  return { tarball, project };
}

async function packAndInstall(root: string, project: string): Promise<Outcome> {
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const packed = await runOnMachine('npm', ['pack', '--silent', '--pack-destination', root], projectRoot);
  if (packed.code !== 0) return { problem: `npm pack: ${packed.stdout}${packed.stderr}` };
  const tarball = join(root, packed.stdout.trim().split('\n').at(-1)!);
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const installed = await runOnMachine('npm', ['install', ...quietly, tarball], project);
  return installed.code === 0
    ? { tarball }
    : { problem: `npm install: ${installed.stdout}${installed.stderr}` };
}
