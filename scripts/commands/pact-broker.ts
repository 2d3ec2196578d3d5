import type { Command } from 'commander';
import type { AppVersion } from '../../conformance/pact/broker/app-version.ts';
import type { BrokerCallOptions } from '../../conformance/pact/broker/broker.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { expectHttpUrl, profileOf } from '../judging/check-arguments.ts';
import { commandOf } from '../terminal/command-of.ts';
import { readText, UsageError } from '../terminal/usage-error.ts';

type BrokerOptions = Omit<CommandOptions['pact can-i-deploy'], 'pacticipant' | 'toEnvironment'>;

/** Prints a problem that the user can solve as one sentence, with exit code 1. */
export const plainly =
  <Args extends unknown[]>(act: (...args: Args) => Promise<void>): ((...args: Args) => Promise<void>) =>
  async (...args) => {
    try {
      await act(...args);
    } catch (error) {
      if (!(error instanceof Error && ['PactProblem', 'TargetUnusable'].includes(error.name))) throw error;
      process.stderr.write(`${error.message}\n`);
      process.exitCode = 1;
    }
  };

export function brokerOf({ broker, token, username, password, retries }: BrokerOptions): BrokerCallOptions {
  if (broker === undefined) throw new UsageError('Name the broker: --broker URL');
  expectHttpUrl(broker);
  if (token !== undefined && username !== undefined)
    throw new UsageError('Give a token, or a user name and a password, not both.');
  if ((username === undefined) !== (password === undefined))
    throw new UsageError('A user name needs a password, and a password a user name.');
  return { access: { url: broker, token, username, password }, retries };
}

export async function versionOf(options: BrokerOptions): Promise<AppVersion> {
  const { appVersion } = await import('../../conformance/pact/broker/app-version.ts');
  const { appVersion: number, branch, tag, tagWithBranch, buildUrl } = options;
  return appVersion({ number, branch: branch === false ? '' : branch, tags: tag, tagWithBranch, buildUrl });
}

async function publish(paths: string[], options: CommandOptions['pact publish']): Promise<void> {
  const broker = brokerOf(options);
  const version = await versionOf(options);
  const shown = `version ${version.number}${version.branch === undefined ? '' : ` of branch ${version.branch}`}`;
  if (options.providerContract) {
    const { publishProviderContract } = await import('../../conformance/pact/broker/publish.ts');
    const { provider } = options;
    const verification = await verificationIn(options.verification);
    const profile = await profileOf(options.profile);
    await publishProviderContract(broker, { provider, verification, profile }, version);
    process.stdout.write(`The contract of ${provider}, ${shown}, is published.\n`);
    return;
  }
  const { publishPacts } = await import('../../conformance/pact/broker/publish.ts');
  const { consumer, pacts } = await publishPacts(broker, paths, version);
  process.stdout.write(`${pacts} ${pacts === 1 ? 'pact' : 'pacts'} of ${consumer}, ${shown}, published.\n`);
}

async function verificationIn(file: string | undefined): Promise<{ passed: boolean; text: string }> {
  if (file === undefined) throw new UsageError('Name the report of the verification: --verification FILE');
  const text = await readText(file, 'report');
  try {
    const { passed }: { passed?: unknown } = JSON.parse(text);
    if (typeof passed === 'boolean') return { passed, text };
  } catch {
    // The error is thrown below.
  }
  throw new UsageError(`${file} is not a report of payrig pact verify.`);
}

const canIDeploy = plainly(async (options: CommandOptions['pact can-i-deploy']) => {
  const broker = await import('../../conformance/pact/broker/deployments.ts');
  const { pacticipant, toEnvironment: environment } = options;
  const { number: version } = await versionOf({ ...options, branch: options.branch ?? false });
  const wish = { pacticipant, version, environment };
  const { deployable, reason } = await broker.canIDeploy(brokerOf(options), wish);
  process.stdout.write(`${deployable ? 'Yes' : 'No'}: ${reason}\n`);
  if (!deployable) process.exitCode = 1;
});

const recordDeployment = plainly(async (options: CommandOptions['pact record-deployment']) => {
  const broker = await import('../../conformance/pact/broker/deployments.ts');
  const { pacticipant, environment, instance } = options;
  const { number: version } = await versionOf({ ...options, branch: options.branch ?? false });
  await broker.recordDeployment(brokerOf(options), { pacticipant, version, environment, instance });
  process.stdout.write(`Recorded: ${pacticipant} ${version} is in ${environment}.\n`);
});

export const brokerCommands = (): Command[] => [
  commandOf('pact publish', plainly(publish)),
  commandOf('pact can-i-deploy', canIDeploy),
  commandOf('pact record-deployment', recordDeployment),
];
