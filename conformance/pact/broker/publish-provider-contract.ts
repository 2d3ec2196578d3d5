import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { loadContract } from '../../../spec/contract.ts';
import { completeProfile, type PartialProfile } from '../../../spec/profile.ts';
import { PactProblem } from '../library/pact-library.ts';
import type { AppVersion } from './app-version.ts';
import { type BrokerCallOptions, brokerCall, fieldOf, flags } from './broker-call.ts';
import { versionFlags } from './publish.ts';

export type ProviderContract = {
  provider: string;
  profile?: PartialProfile;
  /** The report of a verification as `payrig pact verify --report` writes it. */
  verification: { passed: boolean; text: string };
};

/** Publishes the OpenAPI document with the result of a verification, for brokers that compare contracts themselves. */
export async function publishProviderContract(
  broker: BrokerCallOptions,
  { provider, profile = {}, verification }: ProviderContract,
  version: AppVersion,
): Promise<true> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-contract-'));
  try {
    const contract = join(folder, 'openapi.yaml');
    const results = join(folder, 'verification.json');
    await writeFile(contract, stringify(loadContract(completeProfile(profile)).document));
    await writeFile(results, verification.text);
    const given = flags({
      provider,
      'provider-app-version': version.number,
      ...versionFlags(version),
      'content-type': 'application/yaml',
      'verification-results': results,
      'verification-results-content-type': 'application/json',
      verifier: 'payrig',
      output: 'json',
    });
    const verdict = verification.passed ? '--verification-success' : '--no-verification-success';
    const args = ['pactflow', 'publish-provider-contract', contract, verdict, ...given];
    return await brokerCall(broker, args, takesContract, (answer) =>
      fieldOf(answer, '_links') || fieldOf(answer, 'notices') ? true : undefined,
    ).catch(asUnfit);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const takesContract = ({ method, path }: { method: string; path: string }): boolean =>
  method === 'POST' && path.includes('/provider-contracts/');

/** The command line panics at a broker whose index does not offer it. */
function asUnfit(error: unknown): never {
  if (error instanceof PactProblem && error.message.includes('never made its request'))
    throw new PactProblem(
      'This broker takes no provider contracts (its index offers no pf:publish-provider-contract).',
    );
  throw error;
}
