import { around, mutantsOf, onBody, onStatus } from './mutant.ts';

const another = '5d3c7a10-2b4e-4c1f-9a6d-0e8f7b6a5c4d';

export const termMutants = mutantsOf('terms.', {
  'get.answer: answers-a-term-with-another-id': onBody('getAuthorisationTerm', { id: another }),
  'get.unknown: answers-an-unknown-term-with-400': onStatus('getAuthorisationTerm', 404, 400),
  'shape.types: gives-the-creation-of-a-term-as-a-number': onBody('getAuthorisationTerm', (term) => ({
    ...term,
    created_at: Date.parse(term.created_at),
  })),
  'shape.content: shortens-the-legal-text': onBody('getAuthorisationTerm', (term) => ({
    ...term,
    authorisation_text: term.authorisation_text.slice(0, 12),
  })),
  'shape.active: does-not-notice-that-a-term-was-switched': around(
    'updateTerm',
    async ({ client, path, body }) => {
      const term = (await client.state.read()).terms[path.term_id];
      return { status: 200, body: term && { ...term, is_active: body.is_active } };
    },
  ),
  'shape.client-term: says-that-every-term-is-its-own': onBody('getAuthorisationTerm', {
    is_system_term: true,
  }),
  'shape.system-term: says-that-no-term-is-its-own': onBody('getAuthorisationTerm', {
    is_system_term: false,
  }),
  'shape.version-grows: has-one-version-for-all-terms': onBody('getAuthorisationTerm', {
    authorisation_version: 1,
  }),
});
