// What a step of the check read when it last passed, by content, so that it runs again only after a change.
import { execFileSync } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The hash of each file, by its path. */
export type Contents = Readonly<Record<string, string>>;

const readOr = (path: string, otherwise: string): string => {
  try {
    return hash('sha256', readFileSync(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return otherwise;
    // Such as a clone inside of this one: git names the folder, and what is in it is not known.
    return randomUUID();
  }
};

/** Every file that git does not ignore, and what the tools are; nothing where git does not answer, as in an unpacked archive. */
export function contentsOf(root: string): Contents | undefined {
  let list: string;
  try {
    const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    list = execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch {
    return undefined;
  }
  const names = list.split('\0').filter(Boolean);
  const files = names.map((name) => [name, readOr(join(root, name), '')] as const);
  // npm writes this list whenever it installs: its content is the version of every tool.
  const tools = `${process.version} ${readOr(join(root, 'node_modules/.package-lock.json'), randomUUID())}`;
  return Object.fromEntries([...files.filter(([, content]) => content !== ''), ['', tools]]);
}

const placeOf = (root: string, step: string): string =>
  join(root, 'node_modules/.cache/check', `${step.replaceAll(' ', '-')}.json`);

/** The files that are not as they were, removed ones included; `''` stands for the tools. */
export function changedSince(root: string, step: string, now: Contents): string[] {
  let before: Contents = {};
  try {
    before = JSON.parse(readFileSync(placeOf(root, step), 'utf8'));
  } catch {
    // The first check, or one that ended while it wrote.
  }
  const names = new Set([...Object.keys(now), ...Object.keys(before)]);
  return [...names].filter((name) => now[name] !== before[name]);
}

export function rememberGreen(root: string, step: string, now: Contents): void {
  const place = placeOf(root, step);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, JSON.stringify(now));
}
