import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { standardParties } from '../../conformance/pact/pact-files.ts';
import { UsageError } from '../usage-error.ts';
import { profileOf } from './check-arguments.ts';
import {
  type BrokerOptions,
  brokerOf,
  plainly,
  type VersionOptions,
  versionOf,
  withBroker,
  withVersion,
} from './pact-options.ts';

type PublishOptions = BrokerOptions &
  VersionOptions & { providerContract: boolean; verification?: string; provider: string; profile?: string };
type DeployOptions = BrokerOptions & VersionOptions & { pacticipant: string };

export function publishCommand(): Command {
  const command = new Command('publish')
    .description('publish pacts to a broker, or the contract with a verification result')
    .argument('[pacts...]', 'files or folders', ['pacts']);
  return withVersion(withBroker(command))
    .option('--provider-contract', 'publish the OpenAPI document instead, for brokers that take one', false)
    .option('--verification <file>', 'with it: the report that payrig pact verify --report wrote')
    .option('--provider <name>', 'with it: the name of the provider', standardParties.provider)
    .option('--profile <file>', 'with it: names and open points of the deployment (JSON)')
    .action(plainly(publish));
}

async function publish(paths: string[], options: PublishOptions): Promise<void> {
  const broker = brokerOf(options);
  const version = await versionOf(options);
  const told = `version ${version.number}${version.branch === undefined ? '' : ` of branch ${version.branch}`}`;
  if (options.providerContract) {
    const { publishProviderContract } = await import(
      '../../conformance/pact/broker/publish-provider-contract.ts'
    );
    const { provider } = options;
    const verification = await verificationIn(options.verification);
    const profile = await profileOf(options.profile);
    await publishProviderContract(broker, { provider, verification, profile }, version);
    process.stdout.write(`The contract of ${provider}, ${told}, is published.\n`);
    return;
  }
  const { publishPacts } = await import('../../conformance/pact/broker/publish.ts');
  const { consumer, pacts } = await publishPacts(broker, paths, version);
  process.stdout.write(`${pacts} ${pacts === 1 ? 'pact' : 'pacts'} of ${consumer}, ${told}, published.\n`);
}

async function verificationIn(file: string | undefined): Promise<{ passed: boolean; text: string }> {
  if (file === undefined) throw new UsageError('Name the report of the verification: --verification FILE');
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`The report ${file} cannot be read: ${error.message}`);
  });
  try {
    const { passed }: { passed?: unknown } = JSON.parse(text);
    if (typeof passed === 'boolean') return { passed, text };
  } catch {
    // The error is thrown below.
  }
  throw new UsageError(`${file} is no report of payrig pact verify.`);
}

export function canIDeployCommand(): Command {
  const command = new Command('can-i-deploy')
    .description('ask the broker whether a version may be deployed')
    .option('--pacticipant <name>', 'the application', standardParties.consumer)
    .requiredOption('--to-environment <name>', 'where it is to go');
  return withVersion(withBroker(command)).action(
    plainly(async (options: DeployOptions & { toEnvironment: string }) => {
      const { canIDeploy } = await import('../../conformance/pact/broker/deployments.ts');
      const { pacticipant, toEnvironment: environment } = options;
      const { number: version } = await versionOf({ ...options, branch: options.branch ?? false });
      const { deployable, reason } = await canIDeploy(brokerOf(options), {
        pacticipant,
        version,
        environment,
      });
      process.stdout.write(`${deployable ? 'Yes' : 'No'}: ${reason}\n`);
      if (!deployable) process.exitCode = 1;
    }),
  );
}

export function recordDeploymentCommand(): Command {
  const command = new Command('record-deployment')
    .description('tell the broker that a version is deployed')
    .option('--pacticipant <name>', 'the application', standardParties.consumer)
    .requiredOption('--environment <name>', 'where it is now')
    .option('--instance <name>', 'which of several instances there');
  return withVersion(withBroker(command)).action(
    plainly(async (options: DeployOptions & { environment: string; instance?: string }) => {
      const { recordDeployment } = await import('../../conformance/pact/broker/deployments.ts');
      const { pacticipant, environment, instance } = options;
      const { number: version } = await versionOf({ ...options, branch: options.branch ?? false });
      await recordDeployment(brokerOf(options), { pacticipant, version, environment, instance });
      process.stdout.write(`Recorded: ${pacticipant} ${version} is in ${environment}.\n`);
    }),
  );
}
