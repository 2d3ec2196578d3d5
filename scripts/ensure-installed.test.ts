import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../simulator/store/testing/temporary-folder.ts';

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
