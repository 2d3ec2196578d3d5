import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from './run-tool.ts';
import { readConfig } from './sandbox/read-config.ts';
import { documentBlocks } from './testing/document-blocks.ts';
import { machineEnvironment } from './testing/run-on-machine.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';
import { walkDocument } from './testing/walk-document.ts';

const read = (name: string): string => readFileSync(join(projectRoot, name), 'utf8');
const guides = readdirSync(join(projectRoot, 'docs'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const documents = ['README.md', ...guides];

/** The subcommands, options and variables in lines such as `VAR=x npx payrig pact make --dir y`. */
function wordsOf(text: string): string[] {
  const lines = text.replaceAll('\\\n', ' ').trim().split('\n');
  return lines.flatMap((line) => {
    const command = line.replace(/ #.*/, '');
    const [, subcommands = ''] = /(?:^|\s)payrig((?: [a-z][a-z-]*)+)/.exec(command) ?? [];
    const options = command.match(/ --[a-z-]+/g) ?? [];
    const variables = command.match(/^[A-Z_]+(?==)/) ?? [];
    return [...subcommands.trim().split(' '), ...options.map((one) => one.trim()), ...variables];
  });
}

/** How a test writes a word: as an argument, as a variable, or by what starts sandboxes. */
const spellings = (word: string): string[] => [
  `'${word}'`,
  `${word}:`,
  ...(word === 'sandbox' ? ['startProcess('] : []),
];

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

describe.each(documents)('%s', (name) => {
  const blocks = documentBlocks(read(name));

  it('says of every command which test runs it, or why none does', () => {
    const commands = blocks.filter(({ language }) => ['sh', 'bash', 'console'].includes(language));
    const unmarked = commands.filter(({ mark }) => mark === undefined);
    expect(unmarked.map(({ line, text }) => `${name}:${line} ${text.split('\n')[0]}`)).toEqual([]);
    for (const { mark } of blocks) {
      if (mark?.kind === 'not run') expect(mark.reason).not.toBe('');
    }
  });

  it('names tests that run a command in truth: they read it here, or have its words and options', () => {
    const untrue = blocks.flatMap(({ mark, text, line }) => {
      if (mark?.kind !== 'run by') return [];
      const test = read(mark.file);
      expect(mark.file).toMatch(/\.test\.ts$/);
      if (test.includes(`'${name}'`)) return [];
      return wordsOf(text)
        .filter((word) => !spellings(word).some((one) => test.includes(one)))
        .map((word) => `${name}:${line} ${mark.file} has no ${word}`);
    });
    expect(untrue).toEqual([]);
  });

  it('leads to files that are there', () => {
    const links = [...read(name).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!);
    const own = /^https:\/\/github\.com\/payrig\/payrig\/(?:blob|tree)\/main\/([^#]+)/;
    const missing = links.filter((link) => {
      const path = own.exec(link)?.[1] ?? join(dirname(name), link.replace(/#.*/, ''));
      return (own.test(link) || !/^(https?:|#|mailto:)/.test(link)) && !existsSync(join(projectRoot, path));
    });
    expect(missing).toEqual([]);
  });

  it('has config files that a sandbox takes', async () => {
    for (const { mark, text } of blocks) {
      if (mark?.kind !== 'file' || !/sandbox.*\.json$/.test(mark.name)) continue;
      const file = join(folder, mark.name);
      await writeFile(file, text);
      expect(await readConfig(file)).toBeTypeOf('object');
    }
  });
});

describe('a walk', () => {
  const walk = (text: string) => {
    // Stands in for a sandbox, and has to be there until the end.
    const waiting = '<!-- run in the background -->\n```sh\necho payrig sandbox; sleep 1000\n```\n';
    return walkDocument('guide.md', `${waiting}${text}`, { cwd: folder, env: machineEnvironment() });
  };

  it('keeps what earlier blocks set, and has files and the port of the sandbox in place', async () => {
    const first = '<!-- run -->\n```sh\ngreeting=hello url=http://127.0.0.1:4010\n```\n';
    const file = '<!-- file: note.txt -->\n```text\nnoted\n```\n';
    const second =
      '<!-- run, prints: hello noted | same -->\n```sh\necho "$greeting $(cat note.txt)"; test "$url" = "$PAYRIG_URL" && echo same\n```\n';
    await expect(walk(first + second + file)).resolves.toBeUndefined();
  });

  it.each([
    ['fails', '<!-- run -->\n```sh\necho so; false\n```\n', /guide\.md, line 5: exit code 1\nso/],
    [
      'does not print what it should',
      '<!-- run, prints: yes -->\n```sh\necho no\n```\n',
      /line 5 does not print yes/,
    ],
  ])('tells the line of a command that %s', async (_, text, message) => {
    await expect(walk(text)).rejects.toThrow(message);
  });
});

// The README's are run from the packed package, in pack.test.ts.
it.each(guides)('the commands of %s work one after the other', { timeout: 180_000 }, async (name) => {
  const cwd = join(folder, name.replace(/\W/g, '-'));
  await mkdir(join(cwd, 'node_modules'), { recursive: true });
  await symlink(projectRoot, join(cwd, 'node_modules/payrig'));
  for (const peer of ['vitest', '@pact-foundation'])
    await symlink(join(projectRoot, 'node_modules', peer), join(cwd, 'node_modules', peer));
  const payrig = `'${process.execPath}' '${join(projectRoot, 'scripts/payrig.ts')}'`;
  await walkDocument(name, read(name), { cwd, env: machineEnvironment(), payrig });
});
