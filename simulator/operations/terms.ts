import { refusals } from '../domain/refusal.ts';
import { type Handlers, ok } from '../http/context.ts';

export const terms = {
  async getAuthorisationTerm({ clientRecord, path }) {
    const term = clientRecord.terms[path.term_id.toLowerCase()];
    if (!term) throw refusals.notFound('Authorisation term', path.term_id);
    return ok(term);
  },
} satisfies Partial<Handlers>;
