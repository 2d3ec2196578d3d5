import type { ProviderCatalogue } from '../../spec/types.ts';
import { employers } from './employers.ts';
import type { KnownProvider, MfaKind, Provider } from './providers.ts';
import { parents, providers } from './providers.ts';

/** What the sandbox knows of providers: the public list, and how each of them behaves. */
export type Catalogue = {
  listed: { [List in keyof ProviderCatalogue]: Required<ProviderCatalogue[List][number]>[] };
  provider(id: string): Provider | undefined;
  /** How a provider asks for a second factor; null when it asks for none or is unknown. */
  mfaOf(id: string): MfaKind | null;
};

const byId = new Map<string, KnownProvider>(providers.map((known) => [known.listed.id, known]));

export const catalogue: Catalogue = {
  listed: {
    providers: providers.map(({ listed }) => listed),
    parent_provider_meta: parents,
    employers: employers.map(({ listed }) => listed),
  },
  provider: (id) => byId.get(id)?.listed,
  mfaOf: (id) => byId.get(id)?.mfa ?? null,
};
