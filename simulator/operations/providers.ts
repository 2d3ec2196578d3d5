import { catalogue } from '../../generators/catalogue/catalogue.ts';
import { type Handlers, ok } from '../http/context.ts';

export const providers = {
  async listProviders() {
    return ok(catalogue.listed);
  },
} satisfies Partial<Handlers>;
