import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { states } from '../../conformance/pact/states/index.ts';
import { BrokerStandIn } from '../../conformance/pact/testing/broker-stand-in.ts';
import { verificationText } from '../../conformance/pact/verify/verification.ts';
import { runTool } from '../terminal/run-tool.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const token = 'a-token-nobody-may-see';
let folder: string;
let broker: BrokerStandIn;

beforeAll(async () => {
  folder = await temporaryFolder();
  broker = await BrokerStandIn.start();
});
afterAll(() => broker.close());

const payrig = async (...args: string[]) => {
  const { code, stdout, stderr } = await runTool('node', ['scripts/payrig.ts', 'pact', ...args], {
    env: { PACT_BROKER_TOKEN: token },
  });
  expect(`${stdout}${stderr}`).not.toContain(token);
  return { code, stdout, stderr };
};

// Making, comparing, verifying and publishing is what docs/pact.md walks through, in documents.test.ts.
test('a version is published with its tags, and may not be deployed before it is verified', async () => {
  const dir = join(folder, 'pacts');
  await mkdir(dir);
  const pact = {
    consumer: { name: 'my-shop' },
    provider: { name: 'payroll-service' },
    interactions: [],
    metadata: { pactSpecification: { version: '4.0' } },
  };
  await writeFile(join(dir, 'my-shop-payroll-service.json'), JSON.stringify(pact));
  const where = ['--broker', broker.url, '--app-version', '1.0.0'];
  expect(await payrig('publish', dir, ...where, '--branch', 'main', '--tag', 'a', 'b')).toMatchObject({
    code: 0,
  });
  expect(broker.memory.version('my-shop', '1.0.0').tags).toEqual(new Set(['a', 'b']));
  const asked = await payrig(
    ...['can-i-deploy', ...where, '--pacticipant', 'my-shop', '--to-environment', 'test'],
  );
  expect(asked).toMatchObject({ code: 1, stdout: expect.stringMatching(/^No: /) });
});

test('states are listed for people and for programs', async () => {
  const [text, json] = await Promise.all([payrig('states'), payrig('states', '--json')]);
  const listings = JSON.parse(json.stdout) as { name: string; gives: string[]; takes: object }[];
  expect(listings.map(({ name }) => name)).toEqual(Object.keys(states));
  expect(listings).toContainEqual({
    name: 'an account waits for an MFA answer',
    gives: ['user_id', 'authorisation_id', 'account_id'],
    takes: { mfa: expect.any(String) },
  });
  for (const { name } of listings) expect(text.stdout).toContain(name);
});

test('a deployment that answers otherwise without a profile is pointed to --profile', () => {
  const failed = { consumer: 'c', description: 'd', states: [], passed: false, pending: false };
  const verification = { passed: false, stateFaults: [], leftovers: [] };
  const differs = { ...verification, interactions: [{ ...failed, mismatches: ['$.users: absent'] }] };
  expect(verificationText(differs, false)).toMatch(/\$\.users: absent.*--profile/s);
  expect(verificationText(differs, true)).not.toContain('--profile');
});

test('what a person can put right is said in one line', async () => {
  const nowhere = join(folder, 'nowhere');
  expect(await payrig('verify', nowhere)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no file.*\n$/),
  });
  const noPact = join(folder, 'no-pact.json');
  await writeFile(noPact, '{}');
  expect(await payrig('cross-check', noPact)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/is not a pact.*\n$/),
  });
  expect(await payrig('publish', '--app-version', '1')).toMatchObject({
    code: 2,
    stderr: 'Name the broker: --broker URL\n',
  });
  const both = ['--broker', broker.url, '--username', 'ada', '--password', 'x'];
  expect(await payrig('publish', ...both)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('not both'),
  });
});
