import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { createSandbox } from '../simulator/sandbox.ts';
import { readConfig } from './sandbox/read-config.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const section = readme.slice(readme.indexOf('## The sandbox'), readme.indexOf('## Commands'));
const blocks = (language: string) =>
  [...section.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text]) => text!);

it('the requests of the sandbox section work one after the other', async () => {
  const sandbox = await createSandbox();
  const script = blocks('sh').join('\n').replaceAll('http://127.0.0.1:4010', sandbox.url);
  const failing = 'curl() { command curl -sS --fail-with-body "$@"; }\nset -e\n';
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', failing + script]);
    for (const word of [
      '"expenditures"',
      '"LINKED"',
      '"payroll_submissions":[{',
      '"effects"',
      '"webhook_id"',
      '"requests"',
    ])
      expect(stdout).toContain(word);
  } finally {
    await sandbox.close();
  }
});

it('the config file of the sandbox section is valid', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-readme-'));
  const file = join(folder, 'sandbox.json');
  try {
    await writeFile(file, blocks('json')[0]!);
    expect(await readConfig(file)).toMatchObject({ port: 4010, profile: join(folder, 'profile.json') });
  } finally {
    await rm(folder, { recursive: true });
  }
});
