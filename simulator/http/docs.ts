import { Router } from 'express';
import type { Contract } from '../../spec/contract.ts';
import type { DocsPage } from '../docs/page.ts';
import type { Services } from '../services.ts';

/** What the page needs to know of the sandbox beyond its contracts. */
export type DocsOptions = { apiKey: string | undefined; needsSandboxKey: boolean };

/** The contract under the active profile, for people and for tools. */
export function docs(
  service: Contract,
  arrangement: Contract,
  services: Services,
  options: DocsOptions,
): Router {
  const router = Router();
  const document = () => ({
    ...service.document,
    servers: [{ url: services.baseUrl(), description: 'This sandbox' }],
  });
  let [json, yaml]: (string | undefined)[] = [];
  let page: Promise<DocsPage> | undefined;
  router.get('/docs', async (_request, response) => {
    page ??= render(service, arrangement, services, options).catch((error) => {
      page = undefined;
      throw error;
    });
    const { text, contentSecurityPolicy } = await page;
    response.set('Content-Security-Policy', contentSecurityPolicy).type('html').send(text);
  });
  router.get('/openapi.json', (_request, response) => {
    json ??= JSON.stringify(document(), null, 2);
    response.type('application/json').send(json);
  });
  router.get('/openapi.yaml', async (_request, response) => {
    const { stringify } = await import('yaml');
    yaml ??= stringify(document(), { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 110 });
    response.type('application/yaml').send(yaml);
  });
  return router;
}

/** Made once, when somebody first asks: neither contract nor profile changes while a sandbox runs. */
async function render(
  service: Contract,
  arrangement: Contract,
  services: Services,
  { apiKey, needsSandboxKey }: DocsOptions,
): Promise<DocsPage> {
  const [{ docsPage }, { samplesFor }] = await Promise.all([
    import('../docs/page.ts'),
    import('../docs/samples.ts'),
  ]);
  const { profile, environment } = services;
  const samples = await samplesFor(services.clients[0]!, {
    url: services.baseUrl(),
    apiKey,
    needsSandboxKey,
  });
  return docsPage({ service, arrangement, profile, environment, samples });
}
