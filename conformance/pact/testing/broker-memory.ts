export type PublishedPact = {
  consumer: string;
  provider: string;
  consumerVersion: string;
  /** The very bytes that arrived. */
  content: Buffer;
};
export type VerificationResult = {
  pact: PublishedPact;
  success: boolean;
  providerVersion: string;
  buildUrl?: string;
};
export type Version = { branches: Set<string>; tags: Set<string>; buildUrl?: string };
export type ProviderContract = {
  provider: string;
  version: string;
  branch?: string;
  content: Buffer;
  contentType: string;
  success: boolean;
  results: string;
};
/** Whom the broker calls, and when. */
export type BrokerWebhook = {
  description: string;
  events: { name: string }[];
  provider?: { name: string };
  request: { method: string; url: string; headers: Record<string, string>; body: unknown };
};

/** What a broker remembers. */
export class BrokerMemory {
  readonly pacts: PublishedPact[] = [];
  readonly results: VerificationResult[] = [];
  readonly deployments: { pacticipant: string; version: string; environment: string }[] = [];
  readonly providerContracts: ProviderContract[] = [];
  readonly webhooks: BrokerWebhook[] = [];
  readonly #versions = new Map<string, Version>();

  /** A version of an application, known from now on. */
  version(pacticipant: string, number: string): Version {
    const key = `${pacticipant}@${number}`;
    const version = this.#versions.get(key) ?? { branches: new Set(), tags: new Set() };
    this.#versions.set(key, version);
    return version;
  }

  knows(pacticipant: string, number: string): boolean {
    return this.#versions.has(`${pacticipant}@${number}`);
  }

  /** The newest result of a pact with a version of its provider, or with any. */
  resultOf(pact: PublishedPact, providerVersion?: string): VerificationResult | undefined {
    return this.results.findLast(
      (one) =>
        one.pact === pact && (providerVersion === undefined || one.providerVersion === providerVersion),
    );
  }

  /** What is deployed to an environment, of everybody but one. */
  deployed(environment: string): { pacticipant: string; version: string }[] {
    return this.deployments.filter((one) => one.environment === environment);
  }
}
