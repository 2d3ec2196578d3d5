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
    'puts-a-code-beside-the-messages',
    'errors.body.shape',
    onErrors('deleteAccount', (errors) => [...errors, { code: 'E404' }]),
  ),
  mutant(
    'refuses-without-a-message',
    'errors.body.shape',
    onErrors('presignBankStatements', (errors, status) => (status === 400 ? [] : errors)),
  ),
  mutant(
    'says-nothing-to-one-wrong-answer-too-many',
    'errors.body.shape',
    onErrors('submitMfa', (errors) => (errors.some((one) => /locked/.test(one)) ? undefined : errors)),
  ),
  mutant(
    'tells-of-the-first-problem-only',
    'errors.body.one-message-per-problem',
    onErrors('signInMember', (errors) => errors.slice(0, 1)),
  ),
  mutant(
    'puts-all-problems-into-one-message',
    'errors.body.one-message-per-problem',
    onErrors('signInMember', (errors) => [errors.join(' and ')]),
  ),
  ...(['getAuthorisationTerm', 'updateUser', 'deleteAccount', 'deleteEntry'] as const).map((operation) =>
    mutant(
      `does-not-say-which-id-is-unknown-in-${operation}`,
      'errors.not-found.message',
      onErrors(operation, (errors, status) => (status === 404 ? ['It does not exist'] : errors)),
    ),
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
