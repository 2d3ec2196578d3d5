// A file that is not there is named in the same words by whichever command reads it.
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../simulator/store/testing/temporary-folder.ts';
import { sample } from '../spec/testing/test-run.ts';
import { type CommandSource, commandLine } from './generated/command-line.ts';
import { runPayrig } from './sandbox/testing/run-command.ts';

const judge = 'http://127.0.0.1:9 --api-key a-long-key';
const contract = 'http://127.0.0.1:9 --app-version 1 --no-branch --provider-contract';

/** Each option or argument that names a file to be read, and what the command needs beside it. */
const readers: Readonly<Record<string, string>> = {
  'sandbox --config': '',
  'sandbox --profile': '',
  'snapshot load <file>': '',
  'spec --profile': '',
  'world --check': '',
  'truth --score': '',
  'check --profile': judge,
  'check --compare': judge,
  'check --baseline': judge,
  'check --attest': judge,
  'exam --profile': 'http://127.0.0.1:9 --secret a-long-secret',
  'exam client [file]': '',
  'watch --har': '',
  'watch --recording': '',
  'watch --profile': 'http://127.0.0.1:9',
  'watch --tls-cert': 'http://127.0.0.1:9 --tls-key a.key',
  'fidelity <recording>': '',
  'fidelity --profile': 'package.json',
  'compare <old>': 'new.json',
  'report <report.json>': '',
  'attest verify --key': 'a.json',
  'pact make --profile': '',
  'pact publish --verification': `--broker ${contract}`,
};

it.concurrent.for(sample(Object.entries(readers), 2))(
  'payrig %s',
  { timeout: 60_000 },
  async ([place, beside], { expect }) => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    const [, command = '', name = ''] = /^(.*?) ([-<[].*)$/.exec(place) ?? [];
    const file = name.startsWith('--') ? [name, 'absent.json'] : ['absent.json'];
    const words = [...command.split(' '), ...file, ...beside.split(' ').filter(Boolean)];
    const { printed, ended } = runPayrig(words, { HOME: path }, path);
    expect([await ended, printed().err]).toEqual([
      2,
      expect.stringMatching(/absent\.json: there is no such file\.?\n$/),
    ]);
  },
);

it('the places are those of the command line', () => {
  const source: Record<string, CommandSource> = commandLine;
  for (const place of Object.keys(readers).filter((one) => !one.startsWith('sandbox'))) {
    const [, command = '', name = ''] = /^(.*?) ([-<[].*)$/.exec(place) ?? [];
    const { options, arguments: args = [] } = source[command]!;
    expect([...options.map(({ flags }) => flags.split(' ')[0]), ...args.map((one) => one.name)]).toContain(
      name,
    );
  }
});
