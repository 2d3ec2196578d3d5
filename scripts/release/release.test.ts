import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { keyOf, opened } from '../../conformance/attest/envelope.ts';
import { projectRoot, runTool } from '../terminal/run-tool.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { type ReleaseState, releaseProblems, tagProblems } from './release-problems.ts';

const changelog = '# Changelog\n\n## Unreleased\n\n- Something\n  new.\n\n## 1.1.0 (2026-01-02)\n\n- Old.\n';
const state: ReleaseState = { packaged: '1.1.0', locked: '1.1.0', changelog, changes: [] };

describe('a release', () => {
  it('is one whose changelog, versions and tree agree', () => {
    for (const version of ['1.1.1', '1.2.0', '2.0.0']) expect(releaseProblems(version, state)).toEqual([]);
    const first = {
      ...state,
      packaged: '0.1.0',
      locked: '0.1.0',
      changelog: '# C\n\n## Unreleased\n\n- All.\n',
    };
    expect(releaseProblems('0.1.0', first)).toEqual([]);
  });

  it.each<[string, string, Partial<ReleaseState>, RegExp]>([
    ['no version', 'next', {}, /not a version such as/],
    [
      'nothing unreleased',
      '1.2.0',
      { changelog: changelog.replace(/- Something\n {2}new.\n/, '') },
      /nothing under Unreleased/,
    ],
    ['a version that is there', '1.1.0', {}, /has 1\.1\.0 already/],
    ['a step back', '1.0.9', {}, /does not come after 1\.1\.0/],
    ['uncommitted changes', '1.2.0', { changes: [' M README.md'] }, /Uncommitted changes: {2}M README/],
    ['two versions', '1.2.0', { locked: '1.0.0' }, /package-lock\.json 1\.0\.0/],
    [
      'a breaking change in a small step',
      '1.2.0',
      { changelog: changelog.replace('Something', '**Breaking**: it') },
      /breaking/,
    ],
  ])('is refused for %s', (_, version, change, message) => {
    expect(releaseProblems(version, { ...state, ...change }).join('\n')).toMatch(message);
  });

  it('may break in the second number below 1.0', () => {
    const below = { packaged: '0.1.0', locked: '0.1.0', changes: [] };
    const text = '## Unreleased\n\n- **Breaking**: it.\n\n## 0.1.0 (2026-01-02)\n\n- Old.\n';
    expect(releaseProblems('0.2.0', { ...below, changelog: text })).toEqual([]);
    expect(releaseProblems('0.1.1', { ...below, changelog: text })).toHaveLength(1);
  });
});

describe('a tag', () => {
  const released = { ...state, changelog: changelog.replace('- Something\n  new.\n', '') };

  it('is published when the package and the changelog tell of it', () => {
    expect(tagProblems('v1.1.0', released)).toEqual([]);
  });

  it('is refused when they tell of something else', () => {
    expect(tagProblems('v1.2.0', released)).toHaveLength(1);
    expect(tagProblems('v1.1.0', state).join()).toMatch(/under Unreleased/);
    expect(tagProblems('v1.1.0', { ...released, changelog: '## Unreleased\n' }).join()).toMatch(
      /newest version is none/,
    );
  });
});

describe('npm run release', () => {
  async function project(
    check: string,
  ): Promise<{ root: string; run: (...args: string[]) => ReturnType<typeof runTool> }> {
    const root = join(await temporaryFolder(), 'project');
    mkdirSync(root);
    const repository = { url: 'git+https://github.com/them/x.git' };
    const manifest = { name: 'x', version: '1.1.0', repository, scripts: { check } };
    writeFileSync(join(root, 'package.json'), JSON.stringify(manifest, null, 2));
    const lock = {
      name: 'x',
      version: '1.1.0',
      packages: { '': { name: 'x', version: '1.1.0' }, 'node_modules/y': { version: '1.1.0' } },
    };
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify(lock, null, 2));
    writeFileSync(join(root, 'CHANGELOG.md'), changelog);
    cpSync(join(projectRoot, 'docs/shared-sandbox'), join(root, 'docs/shared-sandbox'), { recursive: true });
    cpSync(join(projectRoot, '.github'), join(root, '.github'), { recursive: true });
    writeFileSync(join(root, '.gitignore'), 'node_modules\n');
    writeFileSync(join(root, 'Dockerfile'), 'FROM scratch\nLABEL made=here\n');
    const git = (...args: string[]) => execFileSync('git', args, { cwd: root });
    git('init', '--quiet');
    git('config', 'user.email', 'somebody@payrig.test');
    git('config', 'user.name', 'Somebody');
    git('add', '-A');
    git('commit', '--quiet', '-m', 'all');
    const script = join(projectRoot, 'scripts/release/release.ts');
    return { root, run: (...args) => runTool('node', [script, ...args], { cwd: root }) };
  }

  it('writes, commits and tags a version, which can then be published', async () => {
    const { root, run } = await project('true');
    expect(await run('1.2.0')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('v1.2.0 is tagged'),
    });
    const read = (name: string): string => readFileSync(join(root, name), 'utf8');
    expect(JSON.parse(read('package.json')).version).toBe('1.2.0');
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({
      version: '1.2.0',
      packages: { '': { version: '1.2.0' }, 'node_modules/y': { version: '1.1.0' } },
    });
    expect(read('docs/shared-sandbox/kubernetes.yaml')).toContain('image: ghcr.io/payrig/payrig:v1.2.0\n');
    expect(read('CHANGELOG.md')).toMatch(/## Unreleased\n\n## 1\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- Something/);
    expect(execFileSync('git', ['tag'], { cwd: root, encoding: 'utf8' })).toBe('v1.2.0\n');
    expect(await run('--verify', 'v1.2.0')).toMatchObject({ code: 0 });
    expect(await run('--verify', 'v1.2.1')).toMatchObject({ code: 1 });
    expect(await run('1.3.0')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nothing under Unreleased'),
    });
  });

  it('makes all that it would publish in a dry run, says so, and changes nothing', async () => {
    const { root, run } = await project('true');
    const { code, stdout, stderr } = await run('1.2.0', '--dry-run');
    expect([code, stderr]).toEqual([0, '']);
    const made = (name: string): string => join(root, 'node_modules/.cache/payrig-release-1.2.0', name);
    const packed = readFileSync(made('x-1.2.0.tgz'));
    const sha512 = createHash('sha512').update(packed).digest('hex');
    const statement = opened(
      JSON.parse(readFileSync(made('provenance.json'), 'utf8')),
      keyOf(readFileSync(made('provenance.pem'), 'utf8'), 'public', 'provenance.pem'),
    );
    expect(statement).toMatchObject({ subject: [{ name: 'pkg:npm/x@1.2.0', digest: { sha512 } }] });
    expect(readFileSync(made('package/CHANGELOG.md'), 'utf8')).toMatch(/^## 1\.2\.0 \(/m);
    expect(readFileSync(made('package/docs/shared-sandbox/kubernetes.yaml'), 'utf8')).toContain(':v1.2.0\n');
    for (const part of [
      'nothing is committed, tagged or published',
      'x-1.2.0.tgz',
      'ghcr.io/them/x:v1.2.0, ghcr.io/them/x:latest for linux/amd64,linux/arm64; ',
      'npm publish --provenance --access public',
    ])
      expect(stdout).toContain(part);
    for (const args of [['status', '--porcelain'], ['tag']])
      expect(execFileSync('git', args, { cwd: root, encoding: 'utf8' })).toBe('');
    expect(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version).toBe('1.1.0');
  });

  it('changes nothing when the check fails', async () => {
    const { root, run } = await project('echo broken; false');
    expect(await run('1.2.0')).toMatchObject({ code: 1, stderr: expect.stringContaining('broken') });
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' })).toBe('');
  });
});

it('the package is published from a tag that was verified, with provenance', () => {
  const workflow = readFileSync(join(projectRoot, '.github/workflows/publish.yml'), 'utf8');
  const { jobs } = parse(workflow) as {
    jobs: { publish: { permissions: object; steps: { run?: string }[] } };
  };
  const commands = jobs.publish.steps.flatMap(({ run }) => run ?? []);
  expect(commands).toEqual([
    'npm ci',
    'npm run --silent release -- --verify "$GITHUB_REF_NAME"',
    'npm test',
    'npm publish --provenance --access public',
  ]);
  expect(jobs.publish.permissions).toEqual({ contents: 'read', 'id-token': 'write' });
});
