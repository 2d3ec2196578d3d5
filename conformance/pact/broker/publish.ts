import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { loadContract } from '../../../spec/contract.ts';
import { completeProfile, type PartialProfile } from '../../../spec/profile.ts';
import { fieldsOf } from '../../target/read-json.ts';
import { readPacts } from '../library/pact-files.ts';
import { PactProblem } from '../library/pact-library.ts';
import type { AppVersion } from './app-version.ts';
import { type BrokerCallOptions, brokerAt, linkIn } from './broker.ts';

const base64 = (content: string | Buffer): string => Buffer.from(content).toString('base64');

const versionIn = ({ number, branch, tags = [], buildUrl }: AppVersion) => ({
  ...{ pacticipantVersionNumber: number, branch, buildUrl },
  ...(tags.length > 0 && { tags }),
});

/** Publishes pacts as a version of their consumer; what arrives are the bytes of the files. */
export async function publishPacts(
  options: BrokerCallOptions,
  paths: readonly string[],
  version: AppVersion,
): Promise<{ consumer: string; pacts: number }> {
  const pacts = await readPacts(paths);
  const [consumer = '', ...others] = new Set(pacts.map((pact) => pact.consumer));
  if (others.length > 0)
    throw new PactProblem(`The pacts are of several consumers: ${[consumer, ...others].join(', ')}.`);
  const contracts = await Promise.all(
    pacts.map(async ({ file, provider }) => ({
      ...{ consumerName: consumer, providerName: provider, specification: 'pact', onConflict: 'overwrite' },
      ...{ contentType: 'application/json', content: base64(await readFile(file)) },
    })),
  );
  const call = brokerAt(options);
  const place = await call('GET', '/', undefined, (index) => linkIn(index, 'pb:publish-contracts'));
  const body = { ...versionIn(version), pacticipantName: consumer, contracts };
  await call('POST', place, body, (answer) => {
    const published = fieldsOf(fieldsOf(answer)['_links'])['pb:contracts'];
    return Array.isArray(published) && published.length >= pacts.length ? published : undefined;
  });
  return { consumer, pacts: pacts.length };
}

export type ProviderContract = {
  provider: string;
  profile?: PartialProfile;
  /** The report of a verification as `payrig pact verify --report` writes it. */
  verification: { passed: boolean; text: string };
};

/** Publishes the OpenAPI document with the result of a verification, for brokers that compare contracts themselves. */
export async function publishProviderContract(
  options: BrokerCallOptions,
  { provider, profile = {}, verification }: ProviderContract,
  version: AppVersion,
): Promise<true> {
  const call = brokerAt(options);
  const relation = 'pf:publish-provider-contract';
  const place = await call('GET', '/', undefined, (index) => linkIn(index, relation, { provider }) ?? null);
  if (place === null)
    throw new PactProblem(`This broker takes no provider contracts (its index offers no ${relation}).`);
  const contract = {
    specification: 'oas',
    contentType: 'application/yaml',
    content: base64(stringify(loadContract(completeProfile(profile)).document)),
    selfVerificationResults: {
      ...{ success: verification.passed, verifier: 'payrig' },
      ...{ contentType: 'application/json', content: base64(verification.text) },
    },
  };
  return call('POST', place, { ...versionIn(version), contract }, (answer) =>
    fieldsOf(answer)['_links'] || fieldsOf(answer)['notices'] ? true : undefined,
  );
}
