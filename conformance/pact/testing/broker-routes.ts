import { deployable } from './broker-matrix.ts';
import type { BrokerMemory, PublishedPact } from './broker-memory.ts';

export type Reply = { status: number; body: unknown; type?: string };
type Call = {
  memory: BrokerMemory;
  base: string;
  /** What the path names, in its order. */
  names: string[];
  // biome-ignore lint/suspicious/noExplicitAny: a body of any of the broker's own documents
  body: any;
  query: URLSearchParams;
};
type Route = { method: string; pattern: RegExp; answer: (call: Call) => Reply };

const ok = (body: unknown, status = 200): Reply => ({ status, body });
const template = (href: string) => ({ href, templated: true });

/** The resources of the stand-in, each as the Pact Broker documents it. */
export const brokerRoutes: readonly Route[] = [
  {
    method: 'GET',
    pattern: /^\/$/,
    answer: ({ base }) =>
      ok({
        _links: {
          self: { href: base },
          'pb:publish-contracts': { href: `${base}/contracts/publish` },
          'pb:provider-pacts-for-verification': template(
            `${base}/pacts/provider/{provider}/for-verification`,
          ),
          'pb:pacticipant-version': template(`${base}/pacticipants/{pacticipant}/versions/{version}`),
          'pb:environments': { href: `${base}/environments` },
          'pb:webhooks': { href: `${base}/webhooks` },
          'pf:publish-provider-contract': template(`${base}/provider-contracts/provider/{provider}/publish`),
        },
      }),
  },
  {
    method: 'POST',
    pattern: /^\/contracts\/publish$/,
    answer: ({ memory, base, body }) => {
      const { pacticipantName, pacticipantVersionNumber, branch, tags = [], buildUrl, contracts } = body;
      const version = memory.version(pacticipantName, pacticipantVersionNumber);
      if (branch) version.branches.add(branch);
      for (const tag of tags) version.tags.add(tag);
      if (buildUrl) version.buildUrl = buildUrl;
      for (const { consumerName, providerName, content } of contracts)
        memory.pacts.push({
          consumer: consumerName,
          provider: providerName,
          consumerVersion: pacticipantVersionNumber,
          content: Buffer.from(content, 'base64'),
        });
      const published = contracts.map(
        ({ providerName }: { providerName: string }) =>
          `Pact successfully published for ${pacticipantName} version ${pacticipantVersionNumber} and provider ${providerName}.`,
      );
      return ok({
        notices: published.map((text: string) => ({ type: 'success', text })),
        logs: published.map((message: string) => ({ level: 'info', message })),
        _embedded: { version: { number: pacticipantVersionNumber } },
        _links: {
          'pb:pacticipant': { href: `${base}/pacticipants/${pacticipantName}` },
          'pb:pacticipant-version': {
            href: `${base}/pacticipants/${pacticipantName}/versions/${pacticipantVersionNumber}`,
          },
          'pb:contracts': contracts.map(({ consumerName, providerName }: Record<string, string>) => ({
            href: `${base}/pacts/provider/${providerName}/consumer/${consumerName}/version/${pacticipantVersionNumber}`,
          })),
        },
      });
    },
  },
  // The verifier reads the resource before it posts its selectors to it.
  ...['GET', 'POST'].map((method) => ({
    method,
    pattern: /^\/pacts\/provider\/([^/]+)\/for-verification$/,
    answer: forVerification,
  })),
  {
    method: 'GET',
    pattern: /^\/stored-pacts\/(\d+)$/,
    answer: ({ memory, base, names: [index] }) => {
      const pact = memory.pacts[Number(index)] as PublishedPact;
      return ok({
        ...JSON.parse(pact.content.toString('utf8')),
        _links: {
          self: { href: `${base}/stored-pacts/${index}` },
          'pb:provider': { href: `${base}/pacticipants/${pact.provider}` },
          'pb:publish-verification-results': { href: `${base}/stored-pacts/${index}/verification-results` },
        },
      });
    },
  },
  {
    method: 'POST',
    pattern: /^\/stored-pacts\/(\d+)\/verification-results$/,
    answer: ({ memory, base, names: [index], body }) => {
      const { success, providerApplicationVersion: providerVersion, buildUrl } = body;
      const pact = memory.pacts[Number(index)] as PublishedPact;
      memory.version(pact.provider, providerVersion);
      memory.results.push({ pact, success, providerVersion, buildUrl });
      const self = `${base}/stored-pacts/${index}/verification-results/${memory.results.length}`;
      return ok({ ...body, _links: { self: { href: self } } }, 201);
    },
  },
  {
    method: 'PUT',
    pattern: /^\/pacticipants\/([^/]+)\/(branches|versions)\/([^/]+)\/(versions|tags)\/([^/]+)$/,
    answer: ({ memory, names: [pacticipant = '', kind, one = '', , other = ''] }) => {
      if (kind === 'branches') memory.version(pacticipant, other).branches.add(one);
      else memory.version(pacticipant, one).tags.add(other);
      return ok({ _links: {} }, 201);
    },
  },
  {
    method: 'GET',
    pattern: /^\/pacticipants\/([^/]+)$/,
    answer: ({ base, names: [pacticipant] }) => {
      const versions = `${base}/pacticipants/${pacticipant}`;
      return ok({
        name: pacticipant,
        _links: {
          'pb:branch-version': template(`${versions}/branches/{branch}/versions/{version}`),
          'pb:version-tag': template(`${versions}/versions/{version}/tags/{tag}`),
        },
      });
    },
  },
  {
    method: 'GET',
    pattern: /^\/pacticipants\/([^/]+)\/versions\/([^/]+)$/,
    answer: ({ memory, base, names: [pacticipant = '', number = ''] }) =>
      memory.knows(pacticipant, number)
        ? ok({
            number,
            _links: {
              'pb:record-deployment': ['test', 'production'].map((name) => ({
                title: `Record deployment to ${name}`,
                name,
                href: `${base}/pacticipants/${pacticipant}/versions/${number}/deployed-versions/environment/${name}`,
              })),
            },
          })
        : ok({ error: 'No such version' }, 404),
  },
  {
    method: 'GET',
    pattern: /^\/environments$/,
    answer: ({ base }) =>
      ok({
        _embedded: {
          environments: ['test', 'production'].map((name) => ({
            uuid: name,
            name,
            _links: { self: { href: `${base}/environments/${name}`, name } },
          })),
        },
        _links: {
          'pb:environments': ['test', 'production'].map((name) => ({
            name,
            href: `${base}/environments/${name}`,
          })),
        },
      }),
  },
  {
    method: 'POST',
    pattern: /^\/pacticipants\/([^/]+)\/versions\/([^/]+)\/deployed-versions\/environment\/([^/]+)$/,
    answer: ({ memory, names: [pacticipant = '', version = '', environment = ''] }) => {
      memory.deployments.push({ pacticipant, version, environment });
      return ok(
        {
          uuid: String(memory.deployments.length),
          currentlyDeployed: true,
          _embedded: { environment: { name: environment } },
        },
        201,
      );
    },
  },
  {
    method: 'POST',
    pattern: /^\/webhooks$/,
    answer: ({ memory, base, body }) => {
      memory.webhooks.push(body);
      const uuid = String(memory.webhooks.length);
      return ok({ uuid, ...body, _links: { self: { href: `${base}/webhooks/${uuid}` } } }, 201);
    },
  },
  {
    method: 'GET',
    pattern: /^\/matrix$/,
    answer: ({ memory, query }) =>
      ok(
        deployable(memory, {
          pacticipant: query.get('q[][pacticipant]') ?? '',
          version: query.get('q[][version]') ?? '',
          environment: query.get('environment') ?? '',
        }),
      ),
  },
  {
    method: 'POST',
    pattern: /^\/provider-contracts\/provider\/([^/]+)\/publish$/,
    answer: ({ memory, base, names: [provider = ''], body }) => {
      const { contract, pacticipantVersionNumber: version, branch } = body;
      const { content, contentType, selfVerificationResults: own } = contract;
      memory.version(provider, version);
      memory.providerContracts.push({
        provider,
        version,
        branch,
        content: Buffer.from(content, 'base64'),
        contentType,
        success: own?.success === true,
        results: Buffer.from(own?.content ?? '', 'base64').toString('utf8'),
      });
      return ok({
        notices: [
          { type: 'success', text: `Provider contract published for ${provider} version ${version}` },
        ],
        _embedded: { version: { number: version } },
        _links: {
          'pb:pacticipant-version': { href: `${base}/pacticipants/${provider}/versions/${version}` },
        },
      });
    },
  },
];

/** The newest pact of each consumer. */
function forVerification({ memory, base, names: [provider] }: Call): Reply {
  const latest = new Map(
    memory.pacts.flatMap((pact, index) =>
      pact.provider === provider ? [[pact.consumer, { pact, index }]] : [],
    ),
  );
  return ok({
    _embedded: {
      pacts: [...latest.values()].map(({ pact, index }) => ({
        shortDescription: 'latest',
        verificationProperties: { pending: false, notices: [] },
        _links: {
          self: {
            href: `${base}/stored-pacts/${index}`,
            name: `Pact between ${pact.consumer} and ${provider}`,
          },
        },
      })),
    },
    _links: { self: { href: `${base}/pacts/provider/${provider}/for-verification` } },
  });
}
