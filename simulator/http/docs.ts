import { Router } from 'express';
import type { Contract } from '../../spec/contract.ts';
import type { Services } from '../services.ts';

/** The contract under the active profile, for people and for tools. */
export function docs(contract: Contract, services: Services): Router {
  const router = Router();
  const document = () => ({
    ...contract.document,
    servers: [{ url: services.baseUrl(), description: 'This sandbox' }],
  });
  router.get('/openapi.json', (_request, response) => {
    response.type('application/json').send(JSON.stringify(document(), null, 2));
  });
  router.get('/openapi.yaml', async (_request, response) => {
    const { stringify } = await import('yaml');
    response.type('application/yaml').send(stringify(document()));
  });
  return router;
}
