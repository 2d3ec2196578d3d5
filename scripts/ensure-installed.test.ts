import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../simulator/store/testing/temporary-folder.ts';
import { machineNode } from './testing/machine-node.ts';

it('installs nothing through a linked node_modules, and says why', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  for (const name of ['clone/scripts', 'theirs']) mkdirSync(join(path, name), { recursive: true });
  const script = join(path, 'clone/scripts/ensure-installed.mjs');
  copyFileSync(fileURLToPath(new URL('./ensure-installed.mjs', import.meta.url)), script);
  writeFileSync(join(path, 'clone/package-lock.json'), '{}');
  writeFileSync(join(path, 'theirs/package.txt'), 'kept');
  symlinkSync(join(path, 'theirs'), join(path, 'clone/node_modules'));
  // Without npm on its path, the script cannot install anything whatever it decides.
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', env: { PATH: '' } });
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^node_modules is a link to .*theirs/)]);
  expect(readdirSync(join(path, 'theirs'))).toEqual(['package.txt']);
});

/** A clone with an npm that takes a moment, writes down when it began and ended, and fails `failures` times. */
async function cloneWithNpm(failures = 0) {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  for (const name of ['scripts', 'bin']) mkdirSync(join(path, name), { recursive: true });
  const script = join(path, 'scripts/ensure-installed.mjs');
  copyFileSync(fileURLToPath(new URL('./ensure-installed.mjs', import.meta.url)), script);
  const names = ['esbuild', 'preact', 'node'];
  const packages = Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version: '1.2.3' }]));
  writeFileSync(join(path, 'package-lock.json'), JSON.stringify({ packages }));
  const npm = `#!/bin/sh
echo begin >> "${path}/log"; echo "$@" >> "${path}/asked"; sleep 0.5; echo end >> "${path}/log"
[ $(grep -c begin "${path}/log") -gt ${failures} ] || exit 7
[ "$1" = ci ] && mkdir -p node_modules/vitest
mkdir -p node_modules/esbuild node_modules/preact node_modules/node && touch node_modules/.package-lock.json
`;
  writeFileSync(join(path, 'bin/npm'), npm, { mode: 0o755 });
  const start = (): Promise<number | null> => {
    const env = { PATH: `${join(path, 'bin')}:/usr/bin:/bin` };
    const child = spawn(process.execPath, [script], { env, stdio: 'ignore' });
    return new Promise((resolve) => child.once('exit', resolve));
  };
  const run = (node: string, ...args: string[]) =>
    spawnSync(node, [script, ...args], {
      encoding: 'utf8',
      env: { PATH: `${join(path, 'bin')}:/usr/bin:/bin` },
    });
  const lines = (name: string) => readFileSync(join(path, name), 'utf8').split('\n').filter(Boolean);
  return { path, start, run, log: () => lines('log'), asked: () => lines('asked') };
}

it('installs once however many start at the same time', async () => {
  const { path, start, log } = await cloneWithNpm();
  expect(await Promise.all([start(), start(), start(), start()])).toEqual([0, 0, 0, 0]);
  expect(log()).toEqual(['begin', 'end']);
  expect(readdirSync(path)).not.toContain('.installing');
});

it('installs one after the other when an installation fails', async () => {
  const { start, log } = await cloneWithNpm(1);
  expect((await Promise.all([start(), start()])).sort()).toEqual([0, 7]);
  expect(log()).toEqual(['begin', 'end', 'begin', 'end']);
});

it('does not wait for a process that died while it installed', async () => {
  const { path, start, log } = await cloneWithNpm();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(join(path, '.installing'), String(pid));
  expect(await start()).toBe(0);
  expect(log()).toEqual(['begin', 'end']);
});

it('installs what running needs in the versions of the lock file, Node only where the one at hand runs no TypeScript, and everything for the tests', async () => {
  const { run, asked } = await cloneWithNpm();
  const runs = (node: string) =>
    spawnSync(node, ['-p', 'process.features.typescript'], { encoding: 'utf8' }).stdout;
  const isOld = !/strip|transform/.test(runs(machineNode()));
  const { stderr } = run(machineNode(), '--running');
  expect(stderr).toMatch(
    /^Installing what the sandbox needs to run \(about \d+ MB.*npm test installs the rest/,
  );
  // A newer Node finds all that it needs; the tests do not.
  run(process.execPath, '--running');
  run(process.execPath);
  run(machineNode(), '--running');
  const named = ['esbuild@1.2.3', 'preact@1.2.3', ...(isOld ? ['node@1.2.3'] : [])].join(' ');
  expect(asked()).toEqual([
    `install --no-save --save-prod --omit=dev ${named} --loglevel=error --no-progress`,
    'ci --loglevel=error --no-progress',
  ]);
});
