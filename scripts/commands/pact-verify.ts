import { writeFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError } from 'commander';
import type { VerifyOptions } from '../../conformance/pact/verify/options.ts';
import { commandOf } from '../command-of.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { UsageError } from '../usage-error.ts';
import { expectHttpUrl, profileOf } from './check-arguments.ts';
import { brokerOf, plainly, versionOf } from './pact-broker.ts';

type Options = CommandOptions['pact verify'];

export const verifyCommand = (): Command =>
  commandOf('pact verify', plainly(verify), { selectors: selectorsOf });

async function verify(paths: string[], options: Options): Promise<void> {
  const { verifyPacts } = await import('../../conformance/pact/verify/verify-pacts.ts');
  const { verificationText } = await import('../../conformance/pact/verify/verification.ts');
  const pacts = await pactsOf(paths, options);
  const { target, close } = await targetOf(options);
  try {
    const { arrange, receiverUrl, receiverPort, patience, timeout } = options;
    const { output, ...result } = await verifyPacts({
      ...{ target, pacts, arrange, receiverUrl, receiverPort, patienceMs: patience, timeoutMs: timeout },
      profile: await profileOf(options.profile),
    });
    if (options.report !== undefined) await writeFile(options.report, `${JSON.stringify(result, null, 2)}\n`);
    if (options.verbose) process.stdout.write(output);
    process.stdout.write(`${verificationText(result, options.profile !== undefined)}\n`);
    if (!result.passed) process.exitCode = 1;
  } finally {
    await close();
  }
}

async function pactsOf(paths: string[], options: Options): Promise<VerifyOptions['pacts']> {
  if (options.publish && (paths.length > 0 || options.broker === undefined))
    throw new UsageError('A result is published for pacts of a broker: give --broker, and no files.');
  if (paths.length > 0 || options.broker === undefined) return paths.length > 0 ? paths : ['pacts'];
  const { provider, selectors, enablePending } = options;
  return {
    access: brokerOf(options).access,
    provider,
    enablePending,
    selectors,
    publish: options.publish ? await versionOf(options) : undefined,
  };
}

async function targetOf({ providerUrl, apiKey, member, header, profile }: Options) {
  if (providerUrl === undefined) {
    const { createSandbox } = await import('../../simulator/sandbox.ts');
    const sandbox = await createSandbox({ users: 10, profile: await profileOf(profile) });
    const own = { username: 'member@sandbox.test', password: 'sandbox-password' };
    return {
      target: { baseUrl: sandbox.url, apiKey: sandbox.apiKey, member: own },
      close: () => sandbox.close(),
    };
  }
  expectHttpUrl(providerUrl);
  return { target: { baseUrl: providerUrl, apiKey, member, headers: header }, close: async () => {} };
}

function selectorsOf(text: string): Record<string, unknown>[] {
  try {
    const selectors: unknown = JSON.parse(text);
    if (Array.isArray(selectors) && selectors.length > 0) return selectors;
  } catch {
    // Told below.
  }
  throw new InvalidArgumentError('Give a JSON array such as \'[{"mainBranch":true}]\'.');
}
