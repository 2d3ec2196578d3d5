import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts';
import type { SandboxOptions } from '../../simulator/app/options.ts';
import { createSandbox, type Sandbox } from '../../simulator/sandbox.ts';
import { sample } from '../../spec/testing/test-run.ts';
import { mutants } from '../proof/mutants/index.ts';
import { combined } from '../proof/mutants/mutant.ts';
import {
  canIDeploy,
  crossCheck,
  type MadePact,
  makePacts,
  publishPacts,
  recordDeployment,
  standardParties,
  stateListings,
  verifyPacts,
} from './index.ts';
import { pactFileName } from './library/pact-files.ts';
import { BrokerStandIn } from './testing/broker-stand-in.ts';
import { partOfPact } from './testing/part-of-pact.ts';
import { sandboxTarget } from './testing/sandbox-target.ts';

// One file, so that the pact is made once: the native library is slow to start, and pacts are made one at a time.
let folder: string;
let file: string;
const open: { close(): Promise<void> }[] = [];

async function sandboxWith(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({ users: 3, ...options });
  open.push(sandbox);
  return sandbox;
}

let made: (MadePact & { text: string })[];
const pactName = pactFileName(standardParties);

// Twice at the same time, where an old pact stands.
beforeAll(async () => {
  folder = await temporaryFolder();
  const dir = join(folder, 'pacts');
  await mkdir(dir);
  await writeFile(join(dir, pactName), '{"interactions": [{"description": "a request of long ago"}]}');
  file = join(dir, pactName);
  const make = async () => ({ ...(await makePacts({ dir })), text: await readFile(file, 'utf8') });
  made = await Promise.all([make(), make()]);
}, 180_000);

afterAll(async () => {
  for (const one of open) await one.close();
});

type Pact = {
  metadata: { pactSpecification: { version: string } };
  interactions: { description: string; type: string }[];
};
const pactIn = async (path: string): Promise<Pact> => JSON.parse(await readFile(path, 'utf8')) as Pact;

describe('the pact', () => {
  test('is of version 4 and holds requests and messages', async () => {
    const { metadata, interactions } = await pactIn(file);
    expect(metadata.pactSpecification.version).toBe('4.0');
    expect(new Set(interactions.map(({ type }) => type))).toEqual(
      new Set(['Synchronous/HTTP', 'Asynchronous/Messages']),
    );
  });

  test('is the same whenever it is made, whatever stood there, also when two make it at the same time', async () => {
    expect(made.map((one) => one.file)).toEqual([file, file]);
    expect(made[0]?.text).toBe(made[1]?.text);
    expect(await readdir(dirname(file))).toEqual([pactName]);
    const { interactions } = await pactIn(file);
    expect(interactions).toHaveLength(made[0]!.http + made[0]!.messages);
    expect(interactions.map(({ description }) => description)).not.toContain('a request of long ago');
  });
});

describe('the comparison with the contract', () => {
  test('finds that all agree', async () => {
    const { interactions } = await pactIn(file);
    expect(await crossCheck([file])).toEqual({ compared: interactions.length, disagreements: [] });
  });

  test('finds an answer and a message that the contract does not allow', async () => {
    const part = await partOfPact(
      file,
      folder,
      /^a request to list users$|without payload: a payslip/,
      (one) => {
        const { response, contents } = one as {
          response?: { body: { content: object } };
          contents?: { content: object };
        };
        if (response) Object.assign(response.body.content, { users: 'none' });
        if (contents) Object.assign(contents.content, { entry_id: 7 });
      },
    );
    const { disagreements } = await crossCheck([part]);
    expect(new Set(disagreements.map(({ code }) => code))).toEqual(
      new Set(['response.body.incompatible', 'message.no.match', 'message.payload.incompatible']),
    );
  });
});

describe('the verification', () => {
  test('passes at a sandbox, requests and messages in one run, and leaves users, webhooks and configuration as they were', async () => {
    const sandbox = await sandboxWith();
    const read = async (path: string): Promise<unknown> =>
      (await fetch(`${sandbox.url}${path}`, { headers: { 'X-API-KEY': sandbox.apiKey } })).json();
    const before = [await read('/users?limit=1'), await read('/webhooks'), await read('/configuration')];
    const { interactions } = await pactIn(file);
    const result = await verifyPacts({ target: sandboxTarget(sandbox), pacts: [file], arrange: 'sandbox' });
    expect(result).toMatchObject({ passed: true, stateFaults: [] });
    expect(result.interactions).toHaveLength(interactions.length);
    expect([await read('/users?limit=1'), await read('/webhooks'), await read('/configuration')]).toEqual(
      before,
    );
  });

  const broken: [name: string, interaction: RegExp][] = [
    ['answers-unknown-users-with-400', /change a user that does not exist/],
    ['cuts-the-milliseconds-off-an-account', /answer the MFA question of an account$/],
    ['answers-a-missing-key-with-403', /list the providers with wrong/],
    ['sends-amounts-as-text', /with payload: payroll was retrieved/],
    ['signs-in-capitals', /without payload: a bank statement/],
  ];
  const failsAt = async (name: string, matches: RegExp) => {
    const mutant = mutants.find((one) => one.name === name);
    if (!mutant) throw new Error(`There is no mutant ${name}`);
    const sandbox = await sandboxWith(combined(mutant.defects));
    const pacts = [await partOfPact(file, folder, matches)];
    const target = sandboxTarget(sandbox);
    const result = await verifyPacts({ target, pacts, arrange: 'sandbox', patienceMs: 2000 });
    expect(result.passed).toBe(false);
    expect(result.interactions.map(({ passed }) => passed)).toEqual([false]);
    expect(result.interactions[0]?.mismatches).not.toEqual([]);
  };

  test('fails for a state that has no handler, and for one that cannot be arranged', async () => {
    const sandbox = await sandboxWith();
    const unknown = await partOfPact(file, folder, /^a request to list the providers$/, (one) => {
      one.providerStates?.push({ name: 'a users exist' });
    });
    const target = sandboxTarget(sandbox);
    const result = await verifyPacts({ target, pacts: [unknown], arrange: 'sandbox' });
    expect(result).toMatchObject({
      passed: false,
      stateFaults: [{ state: 'a users exist' }],
    });
    const message = result.stateFaults[0]?.message;
    expect(message).toContain('Did you mean [a user exists]?');
    for (const { name } of stateListings()) expect(message).toContain(name);
    expect(result.interactions.map(({ passed }) => passed)).toEqual([false]);
    const user = await partOfPact(file, folder, /^a request to delete a user$/);
    const none = await verifyPacts({ target, pacts: [user], arrange: 'none' });
    expect(none.passed).toBe(false);
    expect(none.stateFaults[0]?.message).toContain('--arrange');
  });

  const deployments: [string, () => Promise<void>][] = [
    ...broken.map(([name, matches]): [string, () => Promise<void>] => [
      `fails at a sandbox that ${name}`,
      () => failsAt(name, matches),
    ]),
    [
      'passes at a deployment with names and choices of its own, by a pact made for it',
      async () => {
        const profile = {
          naming: { vendor: 'acme', authority: 'revenue' },
          points: {
            'webhooks.list.shape': 'array',
            'direct-connections.success-status': 200,
            'webhooks.delete.response': 'empty',
            'events.income.payload-key': 'incomes',
          },
        } as const;
        const sandbox = await sandboxWith({ profile });
        const { file: own } = await makePacts({ dir: join(folder, 'acme'), profile });
        expect((await crossCheck([own], profile)).disagreements).toEqual([]);
        const part = await partOfPact(own, folder, /income|webhook|direct|presign/);
        const target = sandboxTarget(sandbox);
        const result = await verifyPacts({ target, pacts: [part], arrange: 'sandbox', profile });
        expect(result.interactions.filter(({ passed }) => !passed)).toEqual([]);
        expect(result.passed).toBe(true);
      },
    ],
    [
      'passes at a deployment whose income events carry no payload, by a pact made under its learnt profile',
      async () => {
        const learnt = { points: { 'events.income.payload-key': null } } as const;
        const sandbox = await sandboxWith({ profile: learnt });
        const target = sandboxTarget(sandbox);
        const standard = await partOfPact(file, folder, /income data arrived/);
        expect(await verifyPacts({ target, pacts: [standard], arrange: 'sandbox' })).toMatchObject({
          passed: false,
        });
        const { file: own } = await makePacts({ dir: join(folder, 'without'), profile: learnt });
        const part = await partOfPact(own, folder, /income data arrived/);
        const verified = await verifyPacts({ target, pacts: [part], arrange: 'sandbox', profile: learnt });
        expect(verified).toMatchObject({ passed: true, interactions: [{ passed: true }] });
      },
    ],
  ];
  test.each(sample(deployments, 1))('%s', (_, holds) => holds());
});

describe('a broker', () => {
  const version = { number: '1.0.0', branch: 'main' };

  test('gets the very bytes of the pact, gives it for verification, takes the result and then allows a deployment', async () => {
    const broker = await BrokerStandIn.start();
    open.push(broker);
    broker.authorization = 'Bearer the-token-of-the-broker';
    const access = { url: broker.url, token: 'the-token-of-the-broker' };
    const part = await partOfPact(file, folder, /list users|delete an entry$|without payload: a payslip/);
    await publishPacts({ access }, [part], {
      ...version,
      tags: ['a', 'b'],
      buildUrl: 'https://ci.example/1',
    });
    expect(broker.memory.pacts[0]?.content.equals(await readFile(part))).toBe(true);
    const stored = broker.memory.version('payrig-client', '1.0.0');
    expect(stored).toEqual({
      branches: new Set(['main']),
      tags: new Set(['a', 'b']),
      buildUrl: 'https://ci.example/1',
    });

    const provider = { pacticipant: 'payroll-service', version: '7' };
    const consumer = { pacticipant: 'payrig-client', version: '1.0.0', environment: 'test' };
    const sandbox = await sandboxWith();
    const verification = await verifyPacts({
      target: sandboxTarget(sandbox),
      arrange: 'sandbox',
      pacts: { access, provider: 'payroll-service', publish: { number: '7', branch: 'trunk', tags: ['c'] } },
    });
    expect(verification).toMatchObject({ passed: true });
    expect(verification.interactions).toHaveLength(4);
    expect(broker.memory.results).toMatchObject([{ success: true, providerVersion: '7' }]);
    expect(broker.memory.version('payroll-service', '7').branches).toEqual(new Set(['trunk']));

    expect(await canIDeploy({ access }, consumer)).toMatchObject({ deployable: false });
    await recordDeployment({ access }, { ...provider, environment: 'test' });
    expect(broker.memory.deployments).toEqual([{ ...provider, environment: 'test' }]);
    expect(await canIDeploy({ access }, consumer)).toMatchObject({ deployable: true });
  });

  const isTold = async () => {
    const broker = await BrokerStandIn.start();
    open.push(broker);
    const access = { url: broker.url };
    const part = await partOfPact(file, folder, /^a request to list the providers$/, (one) => {
      one.providerStates?.push({ name: 'the moon is full' });
    });
    await publishPacts({ access }, [part], version);
    const pacts = { access, provider: 'payroll-service', publish: { number: '7' } };
    const target = sandboxTarget(await sandboxWith());
    expect(await verifyPacts({ target, arrange: 'sandbox', pacts })).toMatchObject({ passed: false });
    expect(broker.memory.results).toMatchObject([{ success: false, providerVersion: '7' }]);
    await recordDeployment({ access }, { pacticipant: 'payroll-service', version: '7', environment: 'test' });
    const question = { pacticipant: 'payrig-client', version: '1.0.0', environment: 'test' };
    expect(await canIDeploy({ access }, question)).toMatchObject({ deployable: false });
  };

  const refuses = async () => {
    const broker = await BrokerStandIn.start();
    open.push(broker);
    const access = { url: broker.url };
    const part = await partOfPact(file, folder, /^a request to list the providers$/);
    await publishPacts({ access }, [part], version);
    broker.interfere = ({ path }) =>
      path.endsWith('verification-results') ? { status: 500, body: {} } : undefined;
    const pacts = { access, provider: 'payroll-service', publish: { number: '7' } };
    const target = sandboxTarget(await sandboxWith());
    const result = await verifyPacts({ target, arrange: 'sandbox', pacts });
    expect(result.passed).toBe(false);
    expect(result.problem).toContain('500');
  };

  const failures: [string, () => Promise<void>][] = [
    ['is told of a failed verification, and then allows no deployment', isTold],
    ['that does not take the result makes the verification fail', refuses],
  ];
  test.each(sample(failures, 1))('%s', (_, holds) => holds());
});
