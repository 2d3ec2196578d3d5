import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../simulator/sandbox.ts';
import { readConfig } from './sandbox/read-config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (page: string): string => readFileSync(join(root, page), 'utf8');
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The commands of a page that are marked as ones that work when they are pasted in order. */
const commandsOf = (page: string): string[] =>
  [...read(page).matchAll(/<!-- run -->\n```sh\n(.*?)```/gs)].map(([, text]) => text!);

describe('the commands of', () => {
  const promises: Record<string, readonly string[]> = {
    'README.md': ['"authorisation_id"', '"payroll_submissions":[{', '"expenditures":[{', '"effects"'],
    'docs/sandbox.md': [
      '"LINKED"',
      '"payroll_submissions":[{',
      '"webhook_id"',
      '"attempts"',
      '"requests"',
      '"frozen":true',
    ],
    'docs/faults.md': ['"struck":0', '"faults":[]'],
  };

  it.each(pages.filter((page) => commandsOf(page).length > 0))(
    '%s work one after the other',
    async (page) => {
      const sandbox = await createSandbox();
      const script = commandsOf(page).join('\n').replaceAll('http://127.0.0.1:4010', sandbox.url);
      const failing = 'curl() { command curl -sS --fail-with-body "$@"; }\nset -e\n';
      try {
        const { stdout } = await promisify(execFile)('sh', ['-c', failing + script], { maxBuffer: 1 << 24 });
        for (const word of promises[page] ?? []) expect(stdout).toContain(word);
      } finally {
        await sandbox.close();
      }
    },
  );
});

it('the config file of the sandbox page is valid', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-readme-'));
  const file = join(folder, 'sandbox.json');
  try {
    await writeFile(file, /```json\n(.*?)```/s.exec(read('docs/sandbox.md'))![1]!);
    expect(await readConfig(file)).toMatchObject({ port: 4010, profile: join(folder, 'profile.json') });
  } finally {
    await rm(folder, { recursive: true });
  }
});
