import { type Mutant, mutant, onAnswer, onErrors } from './mutant.ts';

/** Broken sandboxes for the clauses about refusals, and about the form of every answer. */
export const errorMutants: readonly Mutant[] = [
  mutant(
    'gives-blank-messages',
    'errors.body.shape',
    onErrors('listBankStatements', () => [' ']),
  ),
  mutant(
    'gives-the-errors-as-one-text',
    'errors.body.shape',
    onErrors('createWebhook', (errors) => errors.join('; ')),
  ),
  mutant(
    'gives-errors-as-objects',
    'errors.body.shape',
    onErrors('deleteEntry', (errors, status) =>
      status === 404 ? errors.map((message) => ({ message })) : errors,
    ),
  ),
  mutant(
    'says-nothing-to-one-wrong-answer-too-many',
    'errors.body.shape',
    onErrors('submitMfa', (errors) => (errors.some((one) => /locked/.test(one)) ? undefined : errors)),
  ),
  mutant(
    'puts-all-problems-into-one-message',
    'errors.body.one-message-per-problem',
    onErrors('signInMember', (errors) => [errors.join(' and ')]),
  ),
  mutant(
    'does-not-say-which-id-is-unknown',
    'errors.not-found.message',
    onErrors('deleteEntry', (errors, status) => (status === 404 ? ['It does not exist'] : errors)),
  ),
  mutant(
    'stumbles-over-broken-json',
    'http.no-server-errors',
    onAnswer('signInMember', (answer) =>
      answer.status === 400
        ? { ...answer, status: 500, body: { errors: ['Internal server error'] } }
        : answer,
    ),
  ),
  mutant(
    'sends-json-as-text',
    'http.answers-are-json',
    onAnswer('getOnsExpenditure', (answer) => ({
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain; charset=utf-8' },
    })),
  ),
  mutant(
    'refuses-with-a-page',
    'http.answers-are-json',
    onAnswer('inviteMember', (answer) =>
      answer.status === 401 ? { ...answer, body: Buffer.from('<h1>Unauthorised</h1>') } : answer,
    ),
  ),
];
