// docs/receiving-webhooks.md as a reader follows it, but for ports that are free.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from './testing/temporary-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(join(root, 'docs/receiving-webhooks.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text]) => text!);

const running: ChildProcess[] = [];
afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
});

test('a reader who follows the guide ends with a receiver that is examined and takes real events', async () => {
  const folder = await temporaryFolder();
  const module = (path: string) => pathToFileURL(join(root, path)).href;
  const source = blocks('js')[0]!
    .replace("'express'", `'${module('node_modules/express/index.js')}'`)
    .replace("'payrig/webhooks'", `'${module('spec/webhooks/index.ts')}'`);
  await writeFile(join(folder, 'receiver.mjs'), source);
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: '0',
    PAYRIG_PORT: '0',
    XDG_CONFIG_HOME: folder,
    NO_COLOR: '1',
  };
  const here = { cwd: folder, env };
  let receiver = 'http://127.0.0.1:3000/webhooks';
  const node = `'${process.execPath}'`;
  const command = (line: string): string =>
    line
      .replaceAll('http://127.0.0.1:3000/webhooks', receiver)
      .replace('npx payrig', `${node} '${join(root, 'scripts/payrig.ts')}'`)
      .replace('node receiver.mjs', `${node} receiver.mjs`);

  /** Starts what stays, as in a terminal of its own, and waits for what it says. */
  const inTerminal = async (
    line: string,
    said: RegExp,
  ): Promise<{ found: string; printed: () => string }> => {
    const child = spawn('sh', ['-c', `exec ${command(line).replace(/^(\w+=\S+) /, 'env $1 ')}`], here);
    running.push(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk;
      });
    const found = await vi.waitFor(() => said.exec(printed)?.[0] ?? Promise.reject(new Error(printed)), {
      timeout: 40_000,
      interval: 50,
    });
    return { found, printed: () => printed };
  };
  const run = (line: string): Promise<string> =>
    new Promise((resolve, reject) =>
      execFile('sh', ['-c', command(line)], here, (error, stdout, stderr) =>
        error ? reject(new Error(`${line}\n${stdout}${stderr}`)) : resolve(stdout),
      ),
    );

  const lines = blocks('sh').flatMap((block) => block.trim().split('\n'));
  const told: string[] = [];
  let listening = { found: '', printed: () => '' };
  for (const line of lines) {
    if (line.includes('receiver.mjs')) receiver = (await inTerminal(line, /http\S+webhooks/)).found;
    else if (line.includes('payrig sandbox'))
      env['PAYRIG_URL'] = (await inTerminal(line, /http:\/\/127\.0\.0\.1:\d+/)).found;
    else if (line.includes('payrig listen')) listening = await inTerminal(line, /Forwarding what verifies/);
    else told.push(await run(line));
  }
  const all = told.join('\n');
  expect(all).toMatch(/All \d+ judged clauses pass/);
  expect(all).toContain('report.html');
  expect(all).toContain('Sent to payrig-listen');
  expect(all.match(/401\. Refused, as it should be\./g)).toHaveLength(2);
  await vi.waitFor(() => expect(listening.printed().match(/forwarded: 204/g)).toHaveLength(4), {
    timeout: 20_000,
  });
}, 180_000);

test('the test file of the guide names what the package gives', async () => {
  const { examTests } = await import('../conformance/vitest.ts');
  expect(blocks('ts')[0]).toContain("import { examTests } from 'payrig/vitest';");
  expect(typeof examTests).toBe('function');
});
