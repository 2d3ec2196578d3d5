import type { Command } from 'commander';
import type { AppVersion } from '../../conformance/pact/broker/app-version.ts';
import type { BrokerCallOptions } from '../../conformance/pact/broker/broker-call.ts';
import { wholeNumber } from '../script-command.ts';
import { UsageError } from '../usage-error.ts';
import { envOption } from './check-arguments.ts';

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

export type BrokerOptions = {
  broker?: string;
  token?: string;
  username?: string;
  password?: string;
  retries: number;
};

export const withBroker = (command: Command): Command =>
  command
    .addOption(envOption('--broker <url>', 'base address of the broker', 'PACT_BROKER_BASE_URL'))
    .addOption(envOption('--token <token>', 'bearer token for it', 'PACT_BROKER_TOKEN'))
    .addOption(envOption('--username <name>', 'user name for it', 'PACT_BROKER_USERNAME'))
    .addOption(envOption('--password <password>', 'password for it', 'PACT_BROKER_PASSWORD'))
    .option('--retries <count>', 'how often a failed request is sent again', wholeNumber(0, 10), 2);

export function brokerOf({ broker, token, username, password, retries }: BrokerOptions): BrokerCallOptions {
  if (broker === undefined) throw new UsageError('Name the broker: --broker URL');
  if (token !== undefined && username !== undefined)
    throw new UsageError('Give a token, or a user name and a password, not both.');
  if ((username === undefined) !== (password === undefined))
    throw new UsageError('A user name needs a password, and a password a user name.');
  return { access: { url: broker, token, username, password }, retries };
}

export type VersionOptions = {
  appVersion?: string;
  branch?: string | false;
  tag?: string[];
  tagWithBranch?: boolean;
  buildUrl?: string;
};

export function withVersion(command: Command): Command {
  return command
    .option('--app-version <version>', 'version of the application; the commit when left out')
    .option('--branch <name>', 'branch of the version; that of the checkout when left out')
    .option('--no-branch', 'name no branch')
    .option('--tag <tags...>', 'tags of the version')
    .option('--tag-with-branch', 'tag the version with the name of its branch')
    .option('--build-url <url>', 'the build that this belongs to');
}

export async function versionOf(options: VersionOptions): Promise<AppVersion> {
  const { appVersion } = await import('../../conformance/pact/broker/app-version.ts');
  const { appVersion: number, branch, tag, tagWithBranch, buildUrl } = options;
  return appVersion({ number, branch: branch === false ? '' : branch, tags: tag, tagWithBranch, buildUrl });
}
