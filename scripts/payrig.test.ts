import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadContract } from '../spec/contract.ts';
import { completeProfile, defaultProfile } from '../spec/profile.ts';
import { sample } from '../spec/testing/test-run.ts';
import { commands as commandList } from './command-list.ts';
import { runTool } from './terminal/run-tool.ts';
import { machineNode } from './testing/machine-node.ts';
import { temporaryFolder } from './testing/temporary-folder.ts';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const payrig = (...words: string[]) => runTool('node', ['scripts/payrig.ts', ...words]);
const commands = commandList.map(({ name }) => name);

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});

describe('payrig', () => {
  it('tells its version', async () => {
    for (const flag of ['--version', '-v', '-V'])
      expect(await payrig(flag)).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  it.each([[[]], [['--help']], [['help']]])('tells what there is when asked with %j', async (words) => {
    const { code, stdout } = await payrig(...words);
    expect(code).toBe(0);
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command} .*\\w`, 'm'));
  });

  it.each(sample(commands, 1))('tells about %s in its own words', async (command) => {
    const [long, short] = await Promise.all([payrig(command, '--help'), payrig('help', command)]);
    expect(long.code).toBe(0);
    expect(long.stdout).toContain(`payrig ${command}`);
    expect(long.stdout).not.toMatch(/default:\s+(false|\[\]|\{\})/);
    expect(short.stdout).toBe(long.stdout);
  });

  const refusals: [string[], RegExp][] = [
    [['speck'], /unknown command 'speck'\n.*Did you mean spec\?.*\nRun payrig --help/],
    [['--colour'], /unknown option '--colour'/],
    [['spec', '--profil', 'x'], /unknown option '--profil'.*\n.*--profile.*\nRun payrig spec --help/],
    [['pact', 'verify', '--colour'], /Run payrig pact verify --help/],
    [['pact', 'verfy'], /Did you mean verify\?.*\nRun payrig pact --help/],
    [['world', '--user', 'stedy-salary'], /Did you mean \[steady-salary\]\?/],
    [['spec', '--format', 'xml'], /yaml, json/],
    [['spec', 'more'], /too many arguments/],
  ];
  it.each(sample(refusals, 3))('refuses %j with exit code 2', async (words, message) => {
    const { code, stdout, stderr } = await payrig(...words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('tells of a variable that is misspelt', async () => {
    const env = { PAYRIG_SEEED: '3', PAYRIG_RUNS: '1', PAYRIG_ELSEWHERE: 'x' };
    const { code, stderr } = await runTool('node', ['scripts/payrig.ts', 'world', '--json'], { env });
    expect([code, stderr]).toEqual([
      0,
      'The variable PAYRIG_SEEED means nothing; perhaps PAYRIG_SEED is meant.\n',
    ]);
  });

  it('loads nothing that the command does not need', async () => {
    const telling =
      'import{registerHooks}from"node:module";import{writeSync}from"node:fs";registerHooks({resolve(s,c,n){const r=n(s,c);writeSync(2,r.url+"\\n");return r}})';
    const { stderr } = await runTool('node', [
      '--import',
      `data:text/javascript,${encodeURIComponent(telling)}`,
      'scripts/payrig.ts',
      'spec',
      '--format=json',
    ]);
    expect(stderr).toContain('node_modules/commander');
    expect(stderr).not.toMatch(
      /node_modules\/(@faker-js|pdfkit|pdfjs-dist|fast-check|@pact|express|vitest|yaml)/,
    );
  });

  it('runs in a clone on the Node of the machine, whatever that is', async () => {
    const { code, stdout } = await runTool(machineNode(), ['scripts/payrig.mjs', '--version']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `${version}\n` });
    expect(await runTool(machineNode(), ['scripts/payrig.mjs', 'speck'])).toMatchObject({ code: 2 });
  });
});

describe('payrig spec', () => {
  it('prints the contract as YAML or JSON, the same', async () => {
    const [yaml, json] = await Promise.all([payrig('spec'), payrig('spec', '--format', 'json')]);
    expect(JSON.parse(json.stdout)).toEqual(loadContract(defaultProfile()).document);
    expect(parse(yaml.stdout)).toEqual(JSON.parse(json.stdout));
    expect(parse(yaml.stdout, { version: '1.1' })).toEqual(JSON.parse(json.stdout));
  });

  it('prints what a deployment with the profile would publish', async () => {
    const profile = { naming: { vendor: 'acme', authority: 'hmrc' }, points: { 'presign.max-files': 3 } };
    const file = join(folder, 'acme.json');
    await writeFile(file, JSON.stringify(profile));
    const { code, stdout } = await payrig('spec', '--profile', file, '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(loadContract(completeProfile(profile)).document);
  });

  it('prints the arrangement API, too', async () => {
    const { stdout } = await payrig('spec', '--document', 'arrangement');
    expect(Object.keys(parse(stdout).paths)).toContain('/_sandbox/health');
  });

  const profiles: [string, string | undefined, RegExp][] = [
    ['is not there', undefined, /cannot read .*there is no such file/i],
    ['is not JSON', '{ "naming": ', /not valid JSON/],
    ['has an unknown key', '{"names": {}}', /there is no \[names\]/],
    ['has a value that is not allowed', '{"points": {"users.list.order": "random"}}', /"oldest-first"/],
  ];
  it.each(sample(profiles, 1))(
    'refuses a profile that %s, naming the file, with exit code 2',
    async (_, text, message) => {
      const file = join(folder, text === undefined ? 'nowhere.json' : 'wrong.json');
      if (text !== undefined) await writeFile(file, text);
      const { code, stdout, stderr } = await payrig('spec', '--profile', file);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr).toContain(file);
      expect(stderr).not.toMatch(/^ +at /m);
    },
  );
});
