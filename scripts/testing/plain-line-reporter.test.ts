import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../terminal/run-tool.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Runs tests as a proof does, with its configuration, reporter and database, but for where they are. */
async function run(files: Readonly<Record<string, string>>) {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const config = join(folder, 'config.mjs');
  await writeFile(
    config,
    `import config from ${JSON.stringify(join(projectRoot, 'vitest.config.ts'))};
     export default { ...config, test: { ...config.test, include: ['**/*.test.ts'], globals: true } };`,
  );
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(projectRoot, 'node_modules/vitest/vitest.mjs'), 'run', '--config', config, '--dir', folder],
    {
      cwd: projectRoot,
      encoding: 'utf8',
      env: { ...process.env, PAYRIG_PROOF: '1', PAYRIG_PROOF_SAMPLES: join(folder, 'samples') },
    },
  );
  return { status, stdout, end: stdout.trim().split('\n').at(-1) ?? '' };
}

it('a run of the tests in which one fails, or a file breaks before its first, ends with 1 and says how many', async () => {
  const ran = await run({
    'sound.test.ts': `
      import { few, sample } from ${JSON.stringify(join(projectRoot, 'spec/testing/test-run.ts'))};
      const [all, rounds] = [sample([1, 2, 3], 2), few(1, 4)];
      test('passes', () => expect([all, rounds]).toEqual([[1, 2, 3], 4])); test.skip('waits', () => {});`,
    'failing.test.ts': `test('fails', () => expect(1).toBe(2));`,
    'broken.test.ts': `throw new Error('broken');`,
  });
  expect(ran).toMatchObject({ status: 1, end: '1 passed, 2 failed, 1 skipped' });
  // The page of the proof says what `npm test` would have left out.
  expect(ran.stdout).toMatch(/^npm test takes 2 of 3, 1 of 4: \S*sound\.test\.ts$/m);
});
