import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runTool } from '../../../scripts/terminal/run-tool.ts';
import { temporaryFolder } from '../../../scripts/testing/temporary-folder.ts';
import { loadContract } from '../../../spec/contract.ts';
import { defaultProfile } from '../../../spec/profile.ts';
import { PactProblem, telemetryOff } from '../library/pact-library.ts';
import { BrokerStandIn } from '../testing/broker-stand-in.ts';
import { canIDeploy, recordDeployment } from './deployments.ts';
import { publishPacts, publishProviderContract } from './publish.ts';

const token = 'a-token-nobody-may-see';
const version = { number: '1.0.0', branch: 'main' };
const consumer = { pacticipant: 'shop', version: '1.0.0', environment: 'test' };
const contract = { provider: 'bank', verification: { passed: true, text: '{"passed":true}' } };
// Laid out by hand: what arrives are the bytes of the file.
const pactText = `{ "provider": {"name": "bank"},
  "consumer": {"name": "shop"}, "interactions": [],   "extra": "é",
  "metadata": {"pactSpecification": {"version": "4.0"}, "pactRust": {"models": "0.0.1"}} }\n`;

let pact: string;
let broker: BrokerStandIn;

beforeAll(async () => {
  pact = join(await temporaryFolder(), 'a [strange] name.json');
  await writeFile(pact, pactText);
});
beforeEach(async () => {
  broker = await BrokerStandIn.start();
});
afterEach(() => broker.close());

/** Every command, against a broker. */
const commands = (url: string, secret: object = { token }) => {
  const options = { access: { url, ...secret }, retries: 0 };
  return {
    publish: () => publishPacts(options, [pact], version),
    'can-i-deploy': () => canIDeploy(options, consumer),
    'record-deployment': () => recordDeployment(options, consumer),
    'publish of a provider contract': () => publishProviderContract(options, contract, version),
  };
};
const names = Object.keys(commands('http://127.0.0.1')) as (keyof ReturnType<typeof commands>)[];

async function problem(run: () => Promise<unknown>): Promise<string> {
  const error = await run().then(
    (value) => new Error(`it succeeded with ${JSON.stringify(value)}`),
    (reason: Error) => reason,
  );
  expect(error).toBeInstanceOf(PactProblem);
  expect(error.message).not.toContain(token);
  return error.message;
}

describe('publishing', () => {
  test('brings the bytes of the file, however it is laid out or called', async () => {
    await commands(broker.url).publish();
    expect(broker.memory.pacts[0]?.content.toString('utf8')).toBe(pactText);
    expect(broker.seen.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${token}`,
      `Bearer ${token}`,
    ]);
  });

  test('identifies itself with a user name and a password where the options say so', async () => {
    const basic = `Basic ${Buffer.from('ada:a-password-of-hers').toString('base64')}`;
    broker.authorization = basic;
    await commands(broker.url, { username: 'ada', password: 'a-password-of-hers' }).publish();
    expect(broker.memory.pacts).toHaveLength(1);
  });

  test('is sent again after a failure, as often as the options say and no more', async () => {
    const failing = () => ({ status: 503, body: { error: 'busy' } });
    let left = 1;
    broker.interfere = () => (left-- > 0 ? failing() : undefined);
    await publishPacts({ access: { url: broker.url }, retries: 1 }, [pact], version);
    expect(broker.memory.pacts).toHaveLength(1);
    broker.seen.length = 0;
    broker.interfere = failing;
    expect(
      await problem(() => publishPacts({ access: { url: broker.url }, retries: 1 }, [pact], version)),
    ).toMatch(/answered 503 to GET \/: busy/);
    expect(broker.seen).toHaveLength(2);
  });

  test('of a provider contract brings the OpenAPI document and the result of the verification', async () => {
    await commands(broker.url)['publish of a provider contract']();
    const [published] = broker.memory.providerContracts;
    expect(published).toMatchObject({ provider: 'bank', version: '1.0.0', branch: 'main', success: true });
    expect(published?.results).toBe('{"passed":true}');
    expect(parse(String(published?.content))).toEqual(loadContract(defaultProfile()).document);
  });

  test('of a provider contract says so where a broker takes none', async () => {
    broker.interfere = ({ path }) => (path === '/' ? { status: 200, body: { _links: {} } } : undefined);
    expect(await problem(commands(broker.url)['publish of a provider contract'])).toContain(
      'takes no provider contracts',
    );
  });
});

describe.each(names)('%s', (name) => {
  const run = (url: string, secret?: object) => problem(() => commands(url, secret)[name]());

  test('says that a broker cannot be reached', async () => {
    await broker.close();
    expect(await run(broker.url)).toMatch(/^The broker .* cannot be reached: nothing listens there/);
  });

  test('says that a token is not accepted, or that one is wanted', async () => {
    broker.authorization = 'Bearer another-one';
    expect(await run(broker.url)).toBe('The broker does not accept the token (401).');
    expect(await run(broker.url, {})).toMatch(/wants credentials/);
  });

  test('does not take an empty answer for a success', async () => {
    broker.memory.version('shop', '1.0.0');
    const isRead = ({ method, path }: { method: string; path: string }) =>
      method === 'GET' && !path.startsWith('/matrix');
    broker.interfere = (request) => (isRead(request) ? undefined : { status: 200, body: {} });
    expect(await run(broker.url)).toMatch(/is incomplete/);
  });
});

test('a version without a verification may not be deployed', async () => {
  await commands(broker.url).publish();
  expect(await commands(broker.url)['can-i-deploy']()).toEqual({
    deployable: false,
    reason: expect.any(String),
  });
});

test('a broker is sent what the official command line sends it', async () => {
  const official = async (...words: string[]) => {
    const env = { PACT_BROKER_BASE_URL: broker.url, PACT_BROKER_TOKEN: token, ...telemetryOff };
    const { code, stderr } = await runTool('pact', ['broker', ...words, '--retries', '0'], { env });
    expect(code, stderr).toBe(0);
  };
  const requests = () =>
    broker.seen.splice(0).map(({ method, path, body }) => [method, path, body && JSON.parse(body)]);
  const tagged = { ...version, tags: ['a', 'b'], buildUrl: 'https://builds.test/1' };
  const place = ['--pacticipant', 'shop', '--version', '1.0.0'];
  const options = { access: { url: broker.url, token } };

  await official(
    ...['publish', pact, '--consumer-app-version', '1.0.0', '--branch', 'main', '--tag', 'a,b'],
    ...['--build-url', 'https://builds.test/1'],
  );
  await official('can-i-deploy', ...place, '--to-environment', 'test', '--output', 'json');
  await official('record-deployment', ...place, '--environment', 'test', '--application-instance', 'blue');
  const theirs = requests();
  await publishPacts(options, [pact], tagged);
  await canIDeploy(options, consumer);
  await recordDeployment(options, { ...consumer, instance: 'blue' });
  const ours = requests();
  // The command line writes the document anew.
  for (const [, , body] of [...theirs, ...ours]) for (const one of body?.contracts ?? []) delete one.content;
  expect(ours).toEqual(theirs);
});
