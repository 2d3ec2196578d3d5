import { randomUUID } from 'node:crypto';
import type { VerifierOptions } from '@pact-foundation/pact';
import { defined } from '../../../spec/json.ts';
import { plainTarget } from '../../deployment/redacted-config.ts';
import { openEnvironment, type RunEnvironment } from '../../deployment/run-environment.ts';
import { isSuccess } from '../../target/exchange.ts';
import { headerName } from '../../target/naming.ts';
import { problemOf, redactorFor } from '../broker/broker.ts';
import { type Relay, startRelay } from '../broker/relay.ts';
import { readPacts } from '../library/pact-files.ts';
import { PactProblem, pactLibrary } from '../library/pact-library.ts';
import type { Delivered } from '../states/state.ts';
import { InteractionSetup } from './interaction-setup.ts';
import type { BrokerSource, VerifyOptions } from './options.ts';
import { type Report, readReport, type Verification } from './verification.ts';

/** Verifies pacts in this very process, onto whose output the native library writes. */
export async function verifyHere(given: VerifyOptions): Promise<Verification> {
  const options = { ...given, target: plainTarget(given.target) };
  const { target, pacts, ...run } = options;
  const source = await ('access' in pacts ? brokerSource(pacts) : fileSource(pacts));
  const mark = `payrig-pact-${randomUUID().slice(0, 8)}`;
  try {
    const { signal } = new AbortController();
    const world = await openEnvironment(target, { ...run, concurrency: 2 }, mark, signal);
    return await verified(options, source, world).finally(world.close);
  } finally {
    await source.close();
  }
}

async function verified(
  options: VerifyOptions,
  source: PactSource,
  world: RunEnvironment,
): Promise<Verification> {
  const setup = new InteractionSetup(world);
  const { report, problem } = await outcome({ ...source.options, ...verifierOptions(options, world, setup) });
  await setup.clear();
  const { interactions = [] } = report ?? {};
  // A run that verified less than there is to verify has not passed, whatever it says of itself.
  const missing = `only ${interactions.length} of ${source.expected} interactions were verified`;
  const failure =
    source.problem() ?? problem ?? (interactions.length < source.expected ? missing : undefined);
  return {
    passed: report?.passed === true && failure === undefined && setup.faults.length === 0,
    interactions,
    stateFaults: setup.faults,
    leftovers: world.client.cleanup.leftovers,
    problem: failure === undefined ? undefined : world.redactor.text(failure),
  };
}

async function outcome(options: VerifierOptions): Promise<{ report?: Report; problem?: string }> {
  const { Verifier } = await pactLibrary();
  try {
    const report = readReport(await new Verifier(options).verifyProvider());
    return report ? { report } : { problem: 'the verifier gave no report' };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const report = readReport(message);
    if (!report) return { problem: `the verification could not run: ${message}` };
    // Pacts that cannot be fetched and results that cannot be published are errors of no interaction.
    const isClean = report.interactions.every(({ passed }) => passed);
    const problem = report.errors[0] ?? 'the verifier failed without a reason';
    return { report, problem: isClean ? problem : undefined };
  }
}

function verifierOptions(
  options: VerifyOptions,
  world: RunEnvironment,
  setup: InteractionSetup,
): VerifierOptions {
  const { target, timeoutMs = 30_000 } = options;
  return {
    providerBaseUrl: target.baseUrl.replace(/(?<!\/)\/+$/, ''),
    logLevel: 'error',
    timeout: timeoutMs,
    failIfNoPactsFound: true,
    // The library refuses an empty object.
    ...(Object.keys(target.headers ?? {}).length > 0 ? { customProviderHeaders: { ...target.headers } } : {}),
    // Every name has a handler here: a state or message without one would pass as a warning.
    stateHandlers: everyName((name) => ({
      setup: (params) => setup.arrange(name, params),
      teardown: () => setup.clear(),
    })),
    messageProviders: everyName(() => async () => messageOf(await setup.delivered(), world.naming)),
    requestFilter: (request, response, next) => {
      const isOwn = request.path === '/_pactSetup' || request.path === '/_messages';
      if (setup.obstacle === undefined || isOwn) next();
      else response.status(500).json({ errors: [setup.obstacle] });
    },
  };
}

/** A delivery as the Pact library takes a message: the received bytes, and the headers that pacts may name. */
function messageOf({ received }: Delivered, naming: RunEnvironment['naming']) {
  const { headers, raw } = received;
  const contentType = headers['content-type']?.split(';')[0]?.trim() ?? '';
  const metadata: Record<string, string> = { contentType };
  for (const header of ['x-svc-signature', 'x-svc-encryption-iv']) {
    const name = headerName(header, naming).toLowerCase();
    if (headers[name] !== undefined) metadata[name] = headers[name];
  }
  return { __pactMessageMetadata: metadata, message: raw };
}

function everyName<T>(make: (name: string) => T): Record<string, T> {
  return new Proxy<Record<string, T>>(
    {},
    { get: (_, name) => (typeof name === 'string' && name !== 'toJSON' ? make(name) : undefined) },
  );
}

type PactSource = Awaited<ReturnType<typeof fileSource | typeof brokerSource>>;

async function fileSource(paths: readonly string[]) {
  const files = await readPacts(paths);
  const providers = [...new Set(files.map(({ provider }) => provider))];
  // The verifier passes over pacts of other providers in silence.
  if (providers.length > 1)
    throw new PactProblem(`The pacts are of several providers: ${providers.join(', ')}.`);
  return {
    options: { provider: providers[0], pactUrls: files.map(({ file }) => file) },
    // How many interactions the verifier must at least come back with.
    expected: files.reduce((sum, { document }) => sum + document.interactions.length, 0),
    problem: () => undefined,
    close: async () => {},
  };
}

async function brokerSource(source: BrokerSource) {
  const { access, publish } = source;
  const relay = await startRelay(access.url);
  return {
    options: brokerOptions(source, relay.url),
    expected: 1,
    // What went wrong between the verifier and the broker; the verifier may have ignored it.
    problem() {
      const last = relay.exchanges.at(-1);
      const problem = (last && problemOf(access, last)) ?? (publish && publicationProblem(relay));
      return problem && redactorFor(access).text(problem);
    },
    close: () => relay.close(),
  };
}

/** The verifier does not fail when the broker refuses its results. */
function publicationProblem({ exchanges }: Relay): string | undefined {
  const results = exchanges.filter((one) => one.method === 'POST' && /verification-results/.test(one.path));
  if (results.length === 0) return 'The result was not published: the broker offers no place for it.';
  const refused = results.find(({ status = 0 }) => !isSuccess({ status }));
  return refused && `The result was not published: the broker answered ${refused.status}.`;
}

function brokerOptions({ access, provider, publish, ...source }: BrokerSource, url: string) {
  const { token, username, password } = access;
  const { selectors = [{ mainBranch: true }, { deployedOrReleased: true }], enablePending = false } = source;
  // The verifier refuses an option that is there and undefined.
  return defined({
    provider,
    pactBrokerUrl: url,
    pactBrokerToken: token,
    pactBrokerUsername: username,
    pactBrokerPassword: password,
    enablePending,
    consumerVersionSelectors: [...selectors],
    publishVerificationResult: publish ? true : undefined,
    providerVersion: publish?.number,
    providerVersionBranch: publish?.branch,
    providerVersionTags: publish?.tags && [...publish.tags],
    buildUrl: publish?.buildUrl,
  });
}
