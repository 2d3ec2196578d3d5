import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import type { SandboxOptions } from '../../simulator/app/options.ts';
import { createSandbox } from '../../simulator/sandbox.ts';
import { loadContract } from '../../spec/contract.ts';
import { freePort } from '../../spec/free-port.ts';
import { completeProfile, type PartialProfile } from '../../spec/profile.ts';
import { runCommand } from '../sandbox/testing/run-command.ts';
import { Connections } from './testing/connection.ts';
import { useEveryOperation } from './testing/every-operation.ts';
import { faultOutcome, faultTest, isDrawn, type TestBed } from './testing/fault-test.ts';

const prism = fileURLToPath(new URL('../../node_modules/.bin/prism', import.meta.url));

/** A deployment with names of its own, and with other answers where the document is silent. */
const anotherProfile: PartialProfile = {
  naming: { vendor: 'acme', authority: 'revenue' },
  points: {
    'webhooks.list.shape': 'paginated',
    'webhooks.delete.response': 'empty',
    'requests.malformed-json-status': 422,
    'accounts.mfa.wrong-answer-status': 401,
    'members.sign-in.wrong-credentials-status': 403,
    'bank-statements.list.unknown-user': 'empty',
  },
};

type ProxySize = { profile?: PartialProfile; wrap?: SandboxOptions['wrap'] };

const everything = loadContract(completeProfile()).operations.size;
const least = { 'operations with success': everything, 'operations with refusals': everything };

faultTest<ProxySize>({
  name: 'proxy',
  title: 'no answer breaks the contract, by the judgement of a validating proxy',
  short: {},
  long: {},
  least,
  run: useThroughProxy,
});

faultTest<ProxySize>({
  name: 'proxy-profile',
  title: 'no answer breaks the contract under another profile',
  short: { profile: anotherProfile },
  long: { profile: anotherProfile },
  least,
  run: useThroughProxy,
});

it.runIf(isDrawn('proxy') || isDrawn('proxy-profile'))(
  'an answer that does break the contract is reported',
  async () => {
    const listUsers = async () => ({ status: 200, body: JSON.parse('{"users":"none"}') });
    const wrap: SandboxOptions['wrap'] = { operations: (handlers) => ({ ...handlers, listUsers }) };
    const { problems } = await faultOutcome('proxy', { wrap }, useThroughProxy);
    expect(problems).not.toEqual([]);
    expect(problems.every((one) => one.startsWith('listUsers'))).toBe(true);
  },
  240_000,
);

/** Sends traffic over every operation through Prism's validating proxy, which must find no fault with any response. */
async function useThroughProxy({ size, folder, problems, closing }: TestBed<ProxySize>) {
  const { profile = {}, wrap = {} } = size;
  const sandbox = closing(await createSandbox({ users: 4, profile, wrap }));
  const proxy = closing(await startPrism(folder, profile, sandbox.url));
  const through = closing(new Connections(proxy.url, { patience: 30_000 }));
  const direct = closing(new Connections(sandbox.url));
  // The proxy never answers a body that is no JSON; the fuzz sends enough of them.
  const exchanged = await useEveryOperation(through.call, direct.call, profile, { malformed: false });
  for (const { operation, what, answer } of exchanged) {
    const header = answer.headers['sl-violations'];
    const violations: { location: string[] }[] = JSON.parse(typeof header === 'string' ? header : '[]');
    for (const violation of violations.filter(({ location }) => location[0] === 'response'))
      problems.add(`${operation}, ${what}`, `${answer.status} ${JSON.stringify(violation)}`);
    if (answer.status >= 500) problems.add(`${operation}, ${what}`, answer.text);
  }
  const operationsWith = (least: number) =>
    new Set(
      exchanged
        .filter(({ answer }) => answer.status >= least && answer.status < least + 100)
        .map(({ operation }) => operation),
    ).size;
  return {
    requests: exchanged.length,
    'operations with success': operationsWith(200),
    'operations with refusals': operationsWith(400),
  };
}

async function startPrism(folder: string, profile: PartialProfile, upstream: string) {
  const contract = join(folder, 'openapi.json');
  const { document } = loadContract(completeProfile(profile));
  await writeFile(contract, JSON.stringify({ ...document, servers: [{ url: upstream }] }));
  const port = await freePort();
  const words = ['proxy', contract, upstream, '--port', String(port), '--no-validate-request'];
  const { child, line, ended } = runCommand(prism, words);
  await line(/Prism is listening/);
  const close = (): Promise<unknown> => {
    child.kill('SIGKILL');
    return ended;
  };
  return { url: `http://127.0.0.1:${port}`, close };
}
