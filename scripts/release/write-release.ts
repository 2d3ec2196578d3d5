import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogSections, releasedChangelog } from './release-problems.ts';

/** The first `version` of package.json is its own, and so are the first two of the lock file. */
const versions = { 'package.json': 1, 'package-lock.json': 2 };

export function writeRelease(root: string, version: string): number {
  for (const [name, times] of Object.entries(versions)) {
    const file = join(root, name);
    if (!existsSync(file)) continue;
    let left = times;
    const text = readFileSync(file, 'utf8').replace(/"version": "[^"]*"/g, (all) =>
      left-- > 0 ? `"version": "${version}"` : all,
    );
    writeFileSync(file, text);
  }
  const day = new Date(Date.now()).toISOString().slice(0, 10);
  const file = join(root, 'CHANGELOG.md');
  const text = releasedChangelog(readFileSync(file, 'utf8'), version, day);
  writeFileSync(file, text);
  return changelogSections(text).find((section) => section.version === version)?.entries.length ?? 0;
}
