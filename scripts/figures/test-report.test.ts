import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runTool } from '../terminal/run-tool.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import type { TestReport } from './test-report.ts';

const files = {
  breaks: `it('breaks', async () => {
    process.kill(process.pid, 'SIGKILL');
    await new Promise(() => {});
  });`,
  hangs: `import { spawn } from 'node:child_process';
    import { writeFileSync } from 'node:fs';
    it('hangs', async () => {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      writeFileSync(new URL('./pid', import.meta.url), String(child.pid));
      await new Promise(() => {});
    }, 500);`,
  tells: `it('tells', ({ task }) => {
    task.meta.kills = 3;
  });`,
};

it('a test that breaks or hangs costs none of the others, and all that it started ends with it', async () => {
  const folder = await temporaryFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.test.mjs`), text);
  const script = `
    import { testReport } from './scripts/figures/test-report.ts';
    const report = await testReport(['--root', ${JSON.stringify(folder)}, '--globals', '--maxWorkers=1']);
    console.log('\\n' + JSON.stringify(report));`;
  const { stdout } = await runTool(process.execPath, ['--input-type=module', '--eval', script]);
  const { testResults }: TestReport<unknown> = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  expect(tests).toContainEqual(expect.objectContaining({ title: 'tells', meta: { kills: 3 } }));
  const hung = [expect.stringContaining('Test timed out in 500ms')];
  expect(tests).toContainEqual(expect.objectContaining({ title: 'hangs', failureMessages: hung }));
  expect(tests.filter(({ title, status }) => title === 'breaks' && status === 'passed')).toEqual([]);
  const pid = await readFile(join(folder, 'pid'), 'utf8');
  await expect.poll(() => isThere(pid)).toBe(false);
});

/** One that is dead and waits to be noticed is gone. */
async function isThere(pid: string): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tX');
  return !/^State:\s+[XZ]/m.test(status);
}
