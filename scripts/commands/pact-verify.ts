import { writeFile } from 'node:fs/promises';
import { Command, InvalidArgumentError } from 'commander';
import { standardParties } from '../../conformance/pact/pact-files.ts';
import type { VerifyOptions } from '../../conformance/pact/verify/options.ts';
import { port } from '../script-command.ts';
import { UsageError } from '../usage-error.ts';
import { durationMs, envOption, expectHttpUrl, headerOf, memberOf, profileOf } from './check-arguments.ts';
import {
  type BrokerOptions,
  brokerOf,
  plainly,
  type VersionOptions,
  versionOf,
  withBroker,
  withVersion,
} from './pact-options.ts';

type Options = BrokerOptions &
  VersionOptions & {
    providerUrl?: string;
    apiKey?: string;
    member?: { username: string; password: string };
    arrange?: string;
    profile?: string;
    header: Record<string, string>;
    receiverUrl?: string;
    receiverPort?: number;
    patience?: number;
    timeout?: number;
    provider: string;
    selectors?: Record<string, unknown>[];
    enablePending: boolean;
    publish: boolean;
    report?: string;
    verbose: boolean;
  };

export function verifyCommand(): Command {
  const command = new Command('verify')
    .description('verify pacts against a deployment, or against a sandbox of its own')
    .argument('[pacts...]', 'files or folders; those of a broker when --broker is given alone')
    .option('--provider-url <url>', 'base address of the deployment; a new sandbox when left out')
    .addOption(envOption('--api-key <key>', "the client's API key", 'PAYRIG_API_KEY'))
    .addOption(
      envOption('--member <user:password>', 'a team member who can sign in', 'PAYRIG_MEMBER').argParser(
        memberOf,
      ),
    )
    .option(
      '--arrange <how>',
      'how states are set up: sandbox, a fixtures file (.json) or a module of your own',
    )
    .option('--profile <file>', 'names and open points of the deployment (JSON)')
    .option('--header <name: value>', 'sent with every request (may come more than once)', headerOf, {})
    .option('--receiver-url <url>', 'the address under which the deployment reaches the webhook receiver')
    .option('--receiver-port <port>', 'the port on which the receiver listens', port)
    .option('--patience <time>', 'how long to wait for a webhook delivery, e.g. 5s', durationMs)
    .option('--timeout <time>', 'how long to wait for a response, e.g. 30s', durationMs)
    .option('--report <file>', 'write the result as JSON')
    .option('--verbose', "print the verifier's own output", false);
  return withVersion(withBroker(command))
    .option('--provider <name>', 'with a broker: the name of the provider', standardParties.provider)
    .option('--selectors <json>', 'with a broker: consumer version selectors', selectorsOf)
    .option('--enable-pending', 'with a broker: new pacts that fail do not fail the verification', false)
    .option('--publish', 'with a broker: publish the result', false)
    .action(plainly(verify));
}

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
