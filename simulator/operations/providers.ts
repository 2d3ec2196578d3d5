import { type Handlers, ok } from '../http/context.ts';

export const providers = {
  async listProviders({ services }) {
    return ok(await services.catalogue());
  },
} satisfies Partial<Handlers>;
