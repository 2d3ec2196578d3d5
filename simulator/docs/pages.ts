import type { Contract } from '../../spec/contract.ts';
import type { JsonObject } from '../../spec/json.ts';
import { lazyLoad } from '../../spec/lazy.ts';
import { orNotFound } from '../domain/refusal.ts';
import { type RouteHandler, type RouteResponse, sendFile } from '../http/outcome.ts';
import type { Routes } from '../http/routes.ts';
import type { Services } from '../tenant/services.ts';
import type { DocsPage } from './frame.ts';
import { llmsFullText, llmsText } from './guides.ts';

export type DocsOptions = { apiKey: string | undefined; needsSandboxKey: boolean };

type Contracts = Record<'service' | 'arrangement', Contract>;

export function addDocs(routes: Routes, contracts: Contracts, services: Services, options: DocsOptions) {
  // Made once, at the first request: neither contract nor profile changes while a sandbox runs.
  const page = lazyLoad(async (): Promise<DocsPage> => {
    const [{ docsPage }, { samplesFor }] = await Promise.all([import('./page.ts'), import('./curl.ts')]);
    const { profile, environment } = services;
    const samples = await samplesFor(services.clients[0]!, { ...options, url: services.baseUrl() });
    return docsPage({ ...contracts, profile, environment, samples });
  });
  const sendPage = (response: RouteResponse, { text, contentSecurityPolicy }: DocsPage): void =>
    sendFile(response, 'text/html', text, { 'Content-Security-Policy': contentSecurityPolicy });
  routes.add('/docs', { GET: async (_request, response) => sendPage(response, await page()) });
  routes.add('/docs/{page*}', {
    async GET(request, response) {
      const { guideFile } = await import('./guide-pages.ts');
      const file = orNotFound(guideFile(request.params['page'] ?? '', true), 'Page', request.path);
      if (file.page) sendPage(response, file.page);
      else sendFile(response, file.type, file.content);
    },
  });
  const markdown =
    (text: () => string): RouteHandler =>
    (_request, response) =>
      sendFile(response, 'text/markdown', text());
  routes.add('/llms.txt', { GET: markdown(() => llmsText(services.baseUrl())) });
  routes.add('/llms-full.txt', { GET: markdown(llmsFullText) });
  // Rendered once for an address: as YAML it takes 60 ms, and no key is needed to ask for it. As bytes, which callers who do
  // not read share.
  const rendered = new Map<string, Buffer>();
  const contract =
    (format: string, write: (document: JsonObject) => string | Promise<string>): RouteHandler =>
    async (_request, response) => {
      const url = services.baseUrl();
      const key = `${format} ${url}`;
      const servers = [{ url, description: 'This sandbox' }];
      const { document } = contracts.service;
      const bytes = rendered.get(key) ?? Buffer.from(await write({ ...document, servers }));
      rendered.set(key, bytes);
      sendFile(response, `application/${format}; charset=utf-8`, bytes);
    };
  routes.add('/openapi.json', { GET: contract('json', (document) => JSON.stringify(document, null, 2)) });
  const settings = { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 110 } as const;
  const asYaml = async (document: JsonObject) => (await import('yaml')).stringify(document, settings);
  routes.add('/openapi.yaml', { GET: contract('yaml', asYaml) });
}
