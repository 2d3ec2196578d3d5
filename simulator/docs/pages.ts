import type { Contract } from '../../spec/contract.ts';
import { sendFile } from '../http/outcome.ts';
import type { Routes } from '../http/routes.ts';
import type { Services } from '../tenant/services.ts';
import type { DocsPage } from './page.ts';

/** What the page needs to know of the sandbox beyond its contracts. */
export type DocsOptions = { apiKey: string | undefined; needsSandboxKey: boolean };

/** Adds the contract under the active profile, for people and for tools. */
export function addDocs(
  routes: Routes,
  service: Contract,
  arrangement: Contract,
  services: Services,
  options: DocsOptions,
): void {
  const document = () => ({
    ...service.document,
    servers: [{ url: services.baseUrl(), description: 'This sandbox' }],
  });
  let page: Promise<DocsPage> | undefined;
  routes.add('/docs', {
    async GET(_request, response) {
      page ??= render(service, arrangement, services, options).catch((error) => {
        page = undefined;
        throw error;
      });
      const { text, contentSecurityPolicy } = await page;
      sendFile(response, 'text/html', text, { 'Content-Security-Policy': contentSecurityPolicy });
    },
  });
  routes.add('/openapi.json', {
    GET: (_request, response) => sendFile(response, 'application/json', JSON.stringify(document(), null, 2)),
  });
  routes.add('/openapi.yaml', {
    async GET(_request, response) {
      const { stringify } = await import('yaml');
      const settings = { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 110 } as const;
      sendFile(response, 'application/yaml', stringify(document(), settings));
    },
  });
}

/** Made once, when somebody first asks: neither contract nor profile changes while a sandbox runs. */
async function render(
  service: Contract,
  arrangement: Contract,
  services: Services,
  { apiKey, needsSandboxKey }: DocsOptions,
): Promise<DocsPage> {
  const [{ docsPage }, { samplesFor }] = await Promise.all([import('./page.ts'), import('./curl.ts')]);
  const { profile, environment } = services;
  const samples = await samplesFor(services.clients[0]!, {
    url: services.baseUrl(),
    apiKey,
    needsSandboxKey,
  });
  return docsPage({ service, arrangement, profile, environment, samples });
}
