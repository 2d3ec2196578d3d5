import { aroundArrangement, type Mutant, mutant, onBody, onStatus } from './mutant.ts';

const another = '5d3c7a10-2b4e-4c1f-9a6d-0e8f7b6a5c4d';

/** Broken sandboxes for the clauses about authorisation terms. */
export const termMutants: readonly Mutant[] = [
  mutant(
    'answers-a-term-with-another-id',
    'terms.get.answer',
    onBody('getAuthorisationTerm', (term) => ({ ...term, id: another })),
  ),
  mutant('answers-an-unknown-term-with-400', 'terms.get.unknown', onStatus('getAuthorisationTerm', 404, 400)),
  mutant(
    'gives-the-creation-of-a-term-as-a-number',
    'terms.shape.types',
    onBody('getAuthorisationTerm', (term) => ({ ...term, created_at: Date.parse(term.created_at) })),
  ),
  mutant(
    'shortens-the-legal-text',
    'terms.shape.content',
    onBody('getAuthorisationTerm', (term) => ({
      ...term,
      authorisation_text: term.authorisation_text.slice(0, 12),
    })),
  ),
  mutant(
    'does-not-notice-that-a-term-was-switched',
    'terms.shape.active',
    aroundArrangement('updateTerm', async ({ client, path, body }) => {
      const term = (await client.state.read()).terms[path.term_id];
      return { status: 200, body: term && { ...term, is_active: body.is_active } };
    }),
  ),
  mutant(
    'says-that-every-term-is-its-own',
    'terms.shape.client-term',
    onBody('getAuthorisationTerm', (term) => ({ ...term, is_system_term: true })),
  ),
  mutant(
    'says-that-no-term-is-its-own',
    'terms.shape.system-term',
    onBody('getAuthorisationTerm', (term) => ({ ...term, is_system_term: false })),
  ),
  mutant(
    'has-one-version-for-all-terms',
    'terms.shape.version-grows',
    onBody('getAuthorisationTerm', (term) => ({ ...term, authorisation_version: 1 })),
  ),
];
