import { readFile } from 'node:fs/promises';
import { type PactFile, readPacts } from '../library/pact-files.ts';
import { PactProblem } from '../library/pact-library.ts';
import type { AppVersion } from './app-version.ts';
import { type BrokerCallOptions, brokerCall, fieldOf, flags } from './broker-call.ts';

type Contract = { consumerName: string; providerName: string; content: string };

/** Publishes pacts as a version of their consumer; what arrives are the bytes of the files. */
export async function publishPacts(
  broker: BrokerCallOptions,
  paths: readonly string[],
  version: AppVersion,
): Promise<{ consumer: string; pacts: number }> {
  const pacts = await readPacts(paths);
  const [consumer = '', ...others] = new Set(pacts.map((pact) => pact.consumer));
  if (others.length > 0)
    throw new PactProblem(`The pacts are of several consumers: ${[consumer, ...others].join(', ')}.`);
  const contents = new Map(
    await Promise.all(
      pacts.map(async (pact) => [keyOf(pact.consumer, pact.provider), await readFile(pact.file)] as const),
    ),
  );
  const given = flags({ 'consumer-app-version': version.number, ...versionFlags(version), output: 'json' });
  const isPublication = ({ method, path }: { method: string; path: string }): boolean =>
    method === 'POST' && path.endsWith('/contracts/publish');
  await brokerCall(
    broker,
    ['broker', 'publish', ...pacts.map(({ file }) => file), ...given],
    isPublication,
    (answer) => published(answer, pacts),
    (path, body) => (path.endsWith('/contracts/publish') ? withFileBytes(body, contents) : body),
  );
  return { consumer, pacts: pacts.length };
}

export const versionFlags = ({ branch, tags = [], buildUrl }: AppVersion) => ({
  branch,
  tag: tags.length > 0 ? tags.join(',') : undefined,
  'build-url': buildUrl,
});

const keyOf = (consumer: string, provider: string): string => JSON.stringify([consumer, provider]);

/** Puts the bytes of the files in place of what the command line made of them. */
function withFileBytes(body: Buffer, contents: ReadonlyMap<string, Buffer>): Buffer {
  const publication: { contracts: Contract[] } = JSON.parse(body.toString('utf8'));
  for (const contract of publication.contracts) {
    const bytes = contents.get(keyOf(contract.consumerName, contract.providerName));
    if (bytes) contract.content = bytes.toString('base64');
  }
  return Buffer.from(JSON.stringify(publication));
}

function published(answer: unknown, pacts: readonly PactFile[]): true | undefined {
  const contracts = fieldOf(fieldOf(answer, '_links'), 'pb:contracts');
  return Array.isArray(contracts) && contracts.length >= pacts.length ? true : undefined;
}
