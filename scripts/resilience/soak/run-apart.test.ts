import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { runApart } from './run-apart.ts';

async function ran(text: string, seconds = 30) {
  const folder = await temporaryFolder();
  const module = join(folder, 'kind.mjs');
  await writeFile(module, text);
  const pid = join(folder, 'pid');
  return { ...(await runApart(module, [pid], seconds)), pid };
}

it('what a kind sends is what came of it', async () => {
  const outcome = { figures: { kills: 3 }, problems: ['one'] };
  expect(await ran(`process.send(${JSON.stringify(outcome)});`)).toMatchObject(outcome);
});

it('a kind that breaks is a problem', async () => {
  const { problems } = await ran(`setTimeout(() => process.exit(7), 0);`);
  expect(problems).toEqual([expect.stringContaining('ended with 7')]);
});

it('a kind that hangs is ended, with all that it started', async () => {
  const { problems, pid } = await ran(
    `import { spawn } from 'node:child_process';
     import { writeFileSync } from 'node:fs';
     const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
     writeFileSync(process.argv[2], String(child.pid));
     setInterval(() => {}, 1000);`,
    2,
  );
  expect(problems).toEqual(['It was not done after 2 seconds']);
  const child = Number(await readFile(pid, 'utf8'));
  await expect.poll(() => isThere(child)).toBe(false);
});

/** One that is dead and waits to be noticed is gone. */
async function isThere(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tX');
  return !/^State:\s+[XZ]/m.test(status);
}
