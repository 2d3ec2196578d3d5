// docs/scenarios.md as a reader follows it, but for a port that is free.
import { execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { extractStatement } from '../generators/statements/extract.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = readFileSync(join(root, 'docs/scenarios.md'), 'utf8');
const blocks = (language: string): string[] =>
  [...guide.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text]) => text!);

test('a reader who follows the guide ends with a person of their own in a sandbox', async () => {
  const folder = await temporaryFolder();
  const env = { ...process.env, NO_COLOR: '1', PAYRIG_PORT: '0' };
  const payrig = `'${process.execPath}' '${join(root, 'scripts/payrig.ts')}'`;
  let url = 'http://127.0.0.1:4010';
  const line = (text: string) =>
    text.replaceAll('npx payrig', payrig).replaceAll('http://127.0.0.1:4010', url);
  const run = async (text: string): Promise<string> =>
    (await promisify(execFile)('sh', ['-ec', line(text)], { cwd: folder, env })).stdout;
  const [init, check, start, look, post, statement] = blocks('sh') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];

  expect(await run(init)).toContain('overpaid.yaml');
  await writeFile(join(folder, 'people/overpaid.yaml'), blocks('yaml')[0]!);
  expect(await run(check)).toBe(blocks('text')[0]);

  const sandbox = spawn('sh', ['-c', `exec ${line(start)}`], { cwd: folder, env });
  try {
    let printed = '';
    sandbox.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    url = await vi.waitFor(
      () => /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0] ?? Promise.reject(new Error(printed)),
      { timeout: 40_000, interval: 50 },
    );
    const looked = await run(look);
    expect(looked).toContain('"key":"overpaid"');
    expect(looked).toContain('Claims handler at');
    const made = JSON.parse(await run(post));
    expect(made).toMatchObject({ key: 'overpaid', promises: expect.any(Array) });
    expect(looked).not.toContain(made.user_id);
    await run(statement);
    const read = await extractStatement(await readFile(join(folder, 'statement.pdf')));
    expect(JSON.stringify(read)).toContain('Olu Adair');
  } finally {
    sandbox.kill('SIGTERM');
  }
}, 90_000);
