import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { documentBlocks } from './document-blocks.ts';
import { machineEnvironment } from './run-on-machine.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { walkDocument } from './walk-document.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

const walk = async (text: string, node?: number): Promise<string> => {
  // Stands in for a sandbox, and has to be there until the end.
  const waiting = '<!-- run in the background -->\n```sh\necho payrig sandbox; sleep 1000\n```\n';
  const cwd = await mkdtemp(join(folder, 'walk-'));
  const env = machineEnvironment();
  return walkDocument('guide.md', `${waiting}${text}`, { cwd, env, ...(node !== undefined && { node }) });
};

it('keeps what earlier blocks set, and has files and the port of the sandbox in place', async () => {
  const first = '<!-- run -->\n```sh\ngreeting=hello url=http://127.0.0.1:4010\n```\n';
  const file = '<!-- file: note.txt -->\n```text\nnoted\n```\n';
  const second =
    '<!-- run, prints: hello noted | same -->\n```sh\necho "$greeting $(cat note.txt)"; test "$url" = "$PAYRIG_URL" && echo same\n```\n';
  const printed = '<!-- printed -->\n```text\nhello noted\n```\n';
  await expect(walk(first + file + second + printed)).resolves.toContain('same');
});

it('takes a block of a list without its indentation', () => {
  const [block] = documentBlocks('1. so\n\n   <!-- run -->\n   ```sh\n   echo a \\\n     b\n   ```\n');
  expect(block).toMatchObject({ text: 'echo a \\\n  b\n', mark: { kind: 'run' } });
});

it('leaves out what needs a newer Node or a program that is not there, and nothing else', async () => {
  const text = ['run on Node 99', 'run where there is nothing', 'run']
    .map((mark) => `<!-- ${mark} -->\n\`\`\`sh\necho ran: ${mark}\n\`\`\`\n`)
    .join('\n');
  expect((await walk(text, 24)).match(/ran: .*/g)).toEqual(['ran: run']);
  expect((await walk(text, 99)).match(/ran: .*/g)).toEqual(['ran: run on Node 99', 'ran: run']);
});

it.each([
  ['fails', '<!-- run -->\n```sh\necho so; false\n```\n', /guide\.md, line 5: exit code 1\nso/],
  [
    'does not print what it should',
    '<!-- run, prints: yes -->\n```sh\necho no\n```\n',
    /line 5 does not print yes/,
  ],
  [
    'prints something else than is shown',
    '<!-- run -->\n```sh\necho no\n```\n<!-- printed -->\n```text\nyes\n```\n',
    /line 9 does not print yes/,
  ],
  [
    'does not print it in the background',
    '<!-- run in the background, prints: late -->\n```sh\necho early; exit 3\n```\n',
    /line 5: exit code 1\ndoes not print late:\nearly/,
  ],
])(
  'tells the line of a command that %s',
  async (_, text, message) => {
    await expect(walk(text)).rejects.toThrow(message);
  },
  60_000,
);
