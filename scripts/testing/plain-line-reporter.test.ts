import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../terminal/run-tool.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Runs tests as `npm test` does, with its configuration, reporter and database, but for where they are. */
async function run(files: Readonly<Record<string, string>>): Promise<{ status: number | null; end: string }> {
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
    { cwd: projectRoot, encoding: 'utf8' },
  );
  return { status, end: stdout.trim().split('\n').at(-1) ?? '' };
}

it('a run of the tests in which one fails, or a file breaks before its first, ends with 1 and says how many', async () => {
  const ran = await run({
    'sound.test.ts': `test('passes', () => {}); test.skip('waits', () => {});`,
    'failing.test.ts': `test('fails', () => expect(1).toBe(2));`,
    'broken.test.ts': `throw new Error('broken');`,
  });
  expect(ran).toEqual({ status: 1, end: '1 passed, 2 failed, 1 skipped' });
});
