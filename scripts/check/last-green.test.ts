import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../terminal/run-tool.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { changedSince, contentsOf, rememberGreen } from './last-green.ts';

async function clone() {
  const root = await temporaryFolder();
  const write = (file: string, text: string): void => {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  execFileSync('git', ['init', '--quiet'], { cwd: root });
  write('.gitignore', 'node_modules/\n');
  write('node_modules/.package-lock.json', '{}');
  return { root, write };
}

it('a file that is edited, new or gone has changed, and so have the tools; what git ignores has not', async () => {
  const { root, write } = await clone();
  for (const name of ['kept', 'edited', 'gone', 'folder/moved']) write(name, 'one');
  execFileSync('git', ['add', '.'], { cwd: root });
  const changed = (): string[] => changedSince(root, 'a step', contentsOf(root)!).sort();
  expect(changed()).toEqual(['', '.gitignore', 'edited', 'folder/moved', 'gone', 'kept']);
  rememberGreen(root, 'a step', contentsOf(root)!);
  expect(changed()).toEqual([]);
  // As long as before, and as old.
  const { atime, mtime } = statSync(join(root, 'edited'));
  write('edited', 'two');
  utimesSync(join(root, 'edited'), atime, mtime);
  rmSync(join(root, 'gone'));
  write('new', 'one');
  write('node_modules/ignored', 'one');
  expect(changed()).toEqual(['edited', 'gone', 'new']);
  write('node_modules/.package-lock.json', '{"packages":{}}');
  expect(changed()).toContain('');
  rememberGreen(root, 'another step', contentsOf(root)!);
  expect(changed()).toHaveLength(4);
});

it('where git or npm does not say what there is, nothing counts as unchanged', async () => {
  const { root } = await clone();
  rmSync(join(root, 'node_modules/.package-lock.json'));
  rememberGreen(root, 'a step', contentsOf(root)!);
  expect(changedSince(root, 'a step', contentsOf(root)!)).toEqual(['']);
  rmSync(join(root, '.git'), { recursive: true });
  expect(contentsOf(root)).toBeUndefined();
});

it('the check runs a step again after a change alone, and finds a fault that came after it had passed', async () => {
  const { root, write } = await clone();
  for (const name of [
    'package.json',
    'package-lock.json',
    'scripts/check',
    'scripts/terminal',
    'scripts/release',
    'conformance/target',
  ])
    cpSync(join(projectRoot, name), join(root, name), { recursive: true });
  for (const name of readdirSync(join(projectRoot, 'node_modules')).filter(
    (one) => one !== '.cache' && one !== '.package-lock.json',
  ))
    symlinkSync(join(projectRoot, 'node_modules', name), join(root, 'node_modules', name), 'junction');
  const check = (): string => {
    const words = ['scripts/check/check.ts', 'regular expressions', 'dependencies'];
    const { status, stdout } = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
    const lines = stdout
      .replaceAll(/\d+\.\d s$/gm, 'ran')
      .split('\n')
      .filter(Boolean)
      .map((line) => line.replaceAll(/ +/g, ' '));
    return [`exit ${status}`, ...lines.slice(0, 2).sort(), ...lines.slice(3)].join('\n');
  };
  expect(check()).toBe('exit 0\nok dependencies ran\nok regular expressions ran');
  expect(check()).toBe('exit 0\nok dependencies as before\nok regular expressions as before');
  write('scripts/check/planted.ts', 'export const planted = /(?:a+)+$/;\n');
  const found =
    /^exit 1\nFAIL regular expressions ran\nok dependencies ran\nscripts\/check\/planted\.ts:1: .* exponential time/;
  expect(check()).toMatch(found);
  // What failed is not remembered.
  expect(check()).toMatch(new RegExp(found.source.replace('dependencies ran', 'dependencies as before')));
  rmSync(join(root, 'scripts/check/planted.ts'));
  expect(check()).toBe('exit 0\nok dependencies ran\nok regular expressions as before');
});
