import { problemOf, redactorFor } from '../broker/broker-call.ts';
import { type Relay, startRelay } from '../broker/relay.ts';
import { readPacts } from '../pact-files.ts';
import { PactProblem } from '../pact-library.ts';
import type { BrokerSource, VerifyOptions } from './options.ts';

export type PactSource = {
  /** In the verifier's own terms. */
  readonly options: object;
  /** How many interactions it must at least come back with. */
  readonly expected: number;
  /** What went wrong between the verifier and the source, which the verifier may not have minded. */
  problem(): string | undefined;
  close(): Promise<void>;
};

/** Opens a source of pacts; throws one sentence when there is nothing in it. */
export async function pactSource(pacts: VerifyOptions['pacts']): Promise<PactSource> {
  return 'access' in pacts ? brokerSource(pacts) : fileSource(pacts);
}

async function fileSource(paths: readonly string[]): Promise<PactSource> {
  const files = await readPacts(paths);
  const providers = [...new Set(files.map(({ provider }) => provider))];
  // The verifier passes over pacts of other providers in silence.
  if (providers.length > 1)
    throw new PactProblem(`The pacts are of several providers: ${providers.join(', ')}.`);
  return {
    options: { provider: providers[0], pactUrls: files.map(({ file }) => file) },
    expected: files.reduce((sum, { document }) => sum + document.interactions.length, 0),
    problem: () => undefined,
    close: async () => {},
  };
}

async function brokerSource(source: BrokerSource): Promise<PactSource> {
  const { access, publish } = source;
  const relay = await startRelay({ brokerUrl: access.url, timeoutMs: 30_000, retries: 2 });
  return {
    options: brokerOptions(source, relay.url),
    expected: 1,
    problem() {
      const problem = problemOf(access, relay.exchanges) ?? (publish && publicationProblem(relay));
      return problem && redactorFor(access).text(problem);
    },
    close: () => relay.close(),
  };
}

/** The verifier does not fail when its results are not taken. */
function publicationProblem({ exchanges }: Relay): string | undefined {
  const results = exchanges.filter(
    ({ method, path }) => method === 'POST' && path.includes('verification-results'),
  );
  if (results.length === 0) return 'The result was not published: the broker offers no place for it.';
  const refused = results.find(({ status = 0 }) => status < 200 || status > 299);
  return refused && `The result was not published: the broker answered ${refused.status}.`;
}

function brokerOptions(
  { access, provider, selectors, publish, enablePending = false }: BrokerSource,
  url: string,
) {
  const { token, username, password } = access;
  const options = {
    provider,
    pactBrokerUrl: url,
    pactBrokerToken: token,
    pactBrokerUsername: username,
    pactBrokerPassword: password,
    enablePending,
    consumerVersionSelectors: [...(selectors ?? [{ mainBranch: true }, { deployedOrReleased: true }])],
    publishVerificationResult: publish ? true : undefined,
    providerVersion: publish?.number,
    providerVersionBranch: publish?.branch,
    providerVersionTags: publish?.tags && [...publish.tags],
    buildUrl: publish?.buildUrl,
  };
  // The verifier refuses an option that is there and undefined.
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
