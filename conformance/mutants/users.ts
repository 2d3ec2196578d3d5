import { type Mutant, mutant, onBody, onErrors, onRequest, onStatus } from './mutant.ts';

const withoutNulls = (body: unknown): unknown =>
  Object.fromEntries(Object.entries(body as object).filter(([, value]) => value !== null));

/** Broken sandboxes for the clauses about users. */
export const userMutants: readonly Mutant[] = [
  mutant(
    'counts-the-page-by-its-limit',
    'users.list.count',
    onBody('listUsers', ({ pagination }) => {
      pagination.count = pagination.limit;
    }),
  ),
  mutant(
    'keeps-what-null-should-unset',
    'users.patch.null-unsets',
    onRequest('updateUser', (request) => {
      request.body = withoutNulls(request.body);
    }),
  ),
  mutant('answers-unknown-users-with-400', 'users.patch.unknown', onStatus('updateUser', 404, 400)),
  mutant(
    'gives-the-error-as-text',
    'users.delete.unknown',
    onErrors('deleteUser', (errors) => errors.join('; ')),
  ),
];
