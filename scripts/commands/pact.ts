import { readFile, writeFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import { fieldsOf, readJson } from '../../conformance/target/read-json.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { expectHttpUrl, profileOf } from '../judging/check-arguments.ts';
import { commandOf } from '../terminal/command-of.ts';
import { print, say } from '../terminal/print.ts';
import { textTable } from '../terminal/text-table.ts';
import { readText, UsageError } from '../terminal/usage-error.ts';

type BrokerOptions = Omit<CommandOptions['pact can-i-deploy'], 'pacticipant' | 'toEnvironment'>;

/** Prints a problem that the user can solve as one sentence, with exit code 1. */
const plainly =
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

function brokerOf({ broker, token, username, password, retries }: BrokerOptions) {
  if (broker === undefined) throw new UsageError('Name the broker: --broker URL');
  expectHttpUrl(broker);
  if (token !== undefined && username !== undefined)
    throw new UsageError('Give a token, or a user name and a password, not both.');
  if ((username === undefined) !== (password === undefined))
    throw new UsageError('A user name needs a password, and a password a user name.');
  return { access: { url: broker, token, username, password }, retries };
}

async function versionOf(options: BrokerOptions) {
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
    say(`The contract of ${provider}, ${shown}, is published.`);
    return;
  }
  const { publishPacts } = await import('../../conformance/pact/broker/publish.ts');
  const { consumer, pacts } = await publishPacts(broker, paths, version);
  say(`${pacts} ${pacts === 1 ? 'pact' : 'pacts'} of ${consumer}, ${shown}, published.`);
}

async function verificationIn(file: string | undefined) {
  if (file === undefined) throw new UsageError('Name the report of the verification: --verification FILE');
  const text = await readText(file, 'report');
  const { passed } = fieldsOf(readJson(text));
  if (typeof passed === 'boolean') return { passed, text };
  throw new UsageError(`${file} is not a report of payrig pact verify.`);
}

const canIDeploy = plainly(async (options: CommandOptions['pact can-i-deploy']) => {
  const broker = await import('../../conformance/pact/broker/deployments.ts');
  const { pacticipant, toEnvironment: environment } = options;
  const { number: version } = await versionOf({ ...options, branch: options.branch ?? false });
  const wish = { pacticipant, version, environment };
  const { deployable, reason } = await broker.canIDeploy(brokerOf(options), wish);
  say(`${deployable ? 'Yes' : 'No'}: ${reason}`);
  if (!deployable) process.exitCode = 1;
});

const recordDeployment = plainly(async (options: CommandOptions['pact record-deployment']) => {
  const broker = await import('../../conformance/pact/broker/deployments.ts');
  const { pacticipant, environment, instance } = options;
  const { number: version } = await versionOf({ ...options, branch: options.branch ?? false });
  await broker.recordDeployment(brokerOf(options), { pacticipant, version, environment, instance });
  say(`Recorded: ${pacticipant} ${version} is in ${environment}.`);
});

type Options = CommandOptions['pact verify'];

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
    say(verificationText(result, options.profile !== undefined));
    if (!result.passed) process.exitCode = 1;
  } finally {
    await close();
  }
}

async function pactsOf(paths: string[], options: Options) {
  if (options.publish && (paths.length > 0 || options.broker === undefined))
    throw new UsageError('A result is published for pacts of a broker: give --broker, and no files.');
  if (paths.length > 0 || options.broker === undefined) return paths.length > 0 ? paths : ['pacts'];
  const { provider, selectors, enablePending } = options;
  const publish = options.publish ? await versionOf(options) : undefined;
  return { access: brokerOf(options).access, provider, enablePending, selectors, publish };
}

async function targetOf({ providerUrl, apiKey, member, header, profile }: Options) {
  if (providerUrl === undefined) {
    const { createSandbox } = await import('../../simulator/sandbox.ts');
    const sandbox = await createSandbox({ users: 10, profile: await profileOf(profile) });
    const own = { username: 'member@sandbox.test', password: 'sandbox-password' };
    const target = { baseUrl: sandbox.url, apiKey: sandbox.apiKey, member: own };
    return { target, close: () => sandbox.close() };
  }
  expectHttpUrl(providerUrl);
  return { target: { baseUrl: providerUrl, apiKey, member, headers: header }, close: async () => {} };
}

function selectorsOf(text: string): Record<string, unknown>[] {
  const selectors = readJson(text);
  if (Array.isArray(selectors) && selectors.length > 0) return selectors;
  throw new InvalidArgumentError('Give a JSON array such as \'[{"mainBranch":true}]\'.');
}

export const command = () =>
  commandOf('pact')
    .addCommand(commandOf('pact init', init))
    .addCommand(commandOf('pact states', states))
    .addCommand(commandOf('pact make', plainly(make)))
    .addCommand(commandOf('pact cross-check', plainly(comparePacts)))
    .addCommand(commandOf('pact verify', plainly(verify), { selectors: selectorsOf }))
    .addCommand(commandOf('pact publish', plainly(publish)))
    .addCommand(commandOf('pact can-i-deploy', canIDeploy))
    .addCommand(commandOf('pact record-deployment', recordDeployment));

async function make(options: CommandOptions['pact make']): Promise<void> {
  const { makePacts } = await import('../../conformance/pact/make/make-pacts.ts');
  const { dir, consumer, provider } = options;
  const profile = await profileOf(options.profile);
  const made = await makePacts({ dir, parties: { consumer, provider }, profile });
  say(`${made.file}: ${made.http} requests, ${made.messages} messages.`);
}

async function comparePacts(paths: string[], options: CommandOptions['pact cross-check']): Promise<void> {
  const { crossCheck, writeAsyncApi } = await import('../../conformance/pact/cross-check/cross-check.ts');
  const profile = await profileOf(options.profile);
  if (options.asyncapi !== undefined) await writeAsyncApi(options.asyncapi, profile);
  const { compared, disagreements } = await crossCheck(paths, profile);
  for (const { interaction, message, place, code } of disagreements)
    say(`${interaction}: ${message} (${code} at ${place})`);
  const found = disagreements.length === 0 ? 'all agree' : `${disagreements.length} disagreements`;
  say(`${compared} interactions compared with the contract: ${found}.`);
  if (disagreements.length > 0) process.exitCode = 1;
}

async function init({ out, ...parties }: CommandOptions['pact init']): Promise<void> {
  let test = await readFile(new URL('../../conformance/pact/consumer-test.txt', import.meta.url), 'utf8');
  for (const [party, name] of Object.entries(parties))
    test = test.replaceAll(`'{${party}}'`, () => JSON.stringify(name)).replaceAll(`{${party}}`, () => name);
  await writeFile(out, test, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      error.code === 'EEXIST'
        ? `${out} is there already; --out names another file.`
        : `Cannot write ${out}: ${error.message}`,
    );
  });
  process.stdout.write(`${out}: run it with npx vitest run ${out}, then npx payrig pact verify.
It needs vitest and @pact-foundation/pact: npm install --save-dev vitest @pact-foundation/pact\n`);
}

async function states({ json }: CommandOptions['pact states']): Promise<void> {
  const { stateListings } = await import('../../conformance/pact/states/index.ts');
  const listings = stateListings();
  const rows = listings.map(({ name, takes, gives }) => {
    const parameters = Object.entries(takes).map(([key, about]) =>
      key === '*' ? about : `${key}: ${about}`,
    );
    return [name, gives.join('\n'), parameters.join('\n')];
  });
  print(json, listings, () => textTable(['STATE', 'GIVES', 'TAKES'], rows, process.stdout.columns || 120));
}
