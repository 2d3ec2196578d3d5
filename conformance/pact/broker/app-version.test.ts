import { execFileSync } from 'node:child_process';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../scripts/testing/temporary-folder.ts';
import { appVersion } from './app-version.ts';

let checkout: string;
let empty: string;
let commit: string;
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: checkout, encoding: 'utf8' }).trim();

beforeAll(async () => {
  [checkout, empty] = [await temporaryFolder(), await temporaryFolder()];
  git('init', '-q', '-b', 'feat/pacts');
  git('-c', 'user.name=A', '-c', 'user.email=a@b.example', 'commit', '-q', '--allow-empty', '-m', 'first');
  commit = git('rev-parse', 'HEAD');
});

test('version and branch are those of the checkout', () => {
  expect(appVersion({}, checkout, {})).toEqual({ number: commit, branch: 'feat/pacts' });
});

test('what is given comes first', () => {
  const given = { number: '7', branch: 'main', tags: ['a'], buildUrl: 'https://ci.example/7' };
  expect(appVersion(given, empty, {})).toEqual(given);
});

test('a tag with the branch is the branch, not the commit', () => {
  expect(appVersion({ tags: ['a'], tagWithBranch: true }, checkout, {}).tags).toEqual(['a', 'feat/pacts']);
});

test('a build server that checks out a commit says the branch in a variable', () => {
  git('checkout', '-q', '--detach');
  expect(appVersion({}, checkout, { GITHUB_REF_NAME: 'main' })).toEqual({ number: commit, branch: 'main' });
  expect(() => appVersion({}, checkout, {})).toThrow('--branch');
  expect(appVersion({ branch: '' }, checkout, {})).toEqual({ number: commit });
  git('checkout', '-q', 'feat/pacts');
});

test('without a checkout the version must be given', () => {
  expect(() => appVersion({ branch: 'main' }, empty, {})).toThrow('--app-version');
});

test('a tag with a comma is refused, since the command line would make two of it', () => {
  expect(() => appVersion({ number: '1', branch: 'main', tags: ['a,b'] })).toThrow('[a,b]');
});
