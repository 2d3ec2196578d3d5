import { readPacts } from '../pact-files.ts';
import { PactProblem } from '../pact-problem.ts';
import type { BrokerSource, VerifyOptions } from './options.ts';

/** Where the verifier takes its pacts from, and how many interactions it must at least come back with. */
export type PactSource = { readonly options: object; readonly expected: number };

/** The source in the verifier's own terms. */
export async function pactSource(pacts: VerifyOptions['pacts']): Promise<PactSource> {
  if (isBroker(pacts)) return { options: brokerOptions(pacts), expected: 1 };
  const files = await readPacts(pacts);
  const providers = [...new Set(files.map(({ provider }) => provider))];
  // The verifier passes over pacts of other providers in silence.
  if (providers.length > 1)
    throw new PactProblem(`The pacts are of several providers: ${providers.join(', ')}.`);
  return {
    options: { provider: providers[0], pactUrls: files.map(({ file }) => file) },
    expected: files.reduce((sum, { document }) => sum + document.interactions.length, 0),
  };
}

const isBroker = (pacts: VerifyOptions['pacts']): pacts is BrokerSource => !Array.isArray(pacts);

function brokerOptions({
  access,
  provider,
  selectors,
  publish,
  enablePending = false,
}: BrokerSource): object {
  const { url, token, username, password } = access;
  return {
    provider,
    pactBrokerUrl: url,
    ...(token !== undefined && { pactBrokerToken: token }),
    ...(username !== undefined && { pactBrokerUsername: username }),
    ...(password !== undefined && { pactBrokerPassword: password }),
    enablePending,
    consumerVersionSelectors: [...(selectors ?? [{ mainBranch: true }, { deployedOrReleased: true }])],
    ...(publish && {
      publishVerificationResult: true,
      providerVersion: publish.version,
      ...(publish.branch !== undefined && { providerVersionBranch: publish.branch }),
      ...(publish.tags && { providerVersionTags: [...publish.tags] }),
      ...(publish.buildUrl !== undefined && { buildUrl: publish.buildUrl }),
    }),
  };
}
