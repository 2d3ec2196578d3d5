import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inject, vi } from 'vitest';
import { projectRoot } from '../terminal/run-tool.ts';
import { installLocked } from './install-locked.ts';
import { runOnMachine } from './run-on-machine.ts';

/** The package as a user gets it who installs it into an empty project. */
export type InstalledPackage = {
  /** The package as it would be published. */
  tarball: string;
  /** A project that has the package installed, and nothing else. Tests only read it. */
  project: string;
};

type Outcome = { tarball?: string; problem?: string };

/** Packs and installs the package once for all test files of a run: the first caller does it, the others wait. */
export async function installedPackage(): Promise<InstalledPackage> {
  const root = join(inject('sharedFolder'), 'package');
  const project = join(root, 'project');
  const outcomeFile = join(root, 'outcome.json');
  const isFirst = await mkdir(root).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    const outcome = await packAndInstall(root, project);
    // Renamed into place, so that no other process reads half of it.
    await writeFile(`${outcomeFile}.new`, JSON.stringify(outcome));
    await rename(`${outcomeFile}.new`, outcomeFile);
  } else await vi.waitUntil(() => existsSync(outcomeFile), { timeout: 170_000, interval: 100 });
  const { tarball, problem } = JSON.parse(readFileSync(outcomeFile, 'utf8')) as Outcome;
  if (tarball === undefined) throw new Error(problem);
  return { tarball, project };
}

async function packAndInstall(root: string, project: string): Promise<Outcome> {
  await mkdir(project);
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }');
  const packed = await runOnMachine('npm', ['pack', '--silent', '--pack-destination', root], projectRoot);
  if (packed.code !== 0) return { problem: `npm pack: ${packed.stdout}${packed.stderr}` };
  const tarball = join(root, packed.stdout.trim().split('\n').at(-1)!);
  installLocked(project, ['payrig'], tarball);
  return { tarball };
}
