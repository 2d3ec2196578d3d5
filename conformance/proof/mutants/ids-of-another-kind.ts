import { Refusal } from '../../../simulator/domain/refusal.ts';
import { around, before, type Defect, mutantsOf } from './mutant.ts';

type ByUser = 'updateUser' | 'deleteUser' | 'getOnsExpenditure';

/** Takes the owner in place of the id of something that a user has. */
const takesOwnersFor = (operation: ByUser): Defect =>
  before(operation, async (context) => {
    const owner = await context.client.users.ownerOf(context.path.user_id);
    return owner ? { ...context, path: { user_id: owner.user.user_id } } : context;
  });

/** Where the id is a user's, or of anything else that the user has, the first account or entry of the user is taken. */
const takesTheFirstOf = (operation: 'deleteAccount' | 'deleteEntry' | 'submitMfa'): Defect => {
  const [part, parameter] =
    operation === 'deleteEntry' ? (['entries', 'entry_id'] as const) : (['accounts', 'account_id'] as const);
  return around(operation, async (context, handler) => {
    const { users } = context.client;
    const id: string = Reflect.get(context.path, parameter) ?? '';
    try {
      return await handler(context);
    } catch (error) {
      const owner = (await users.ownerOf(id)) ?? (await users.read(id));
      const [first] = Object.keys(owner?.[part] ?? {});
      if (!(error instanceof Refusal) || error.status !== 404 || first === undefined) throw error;
      return handler({ ...context, path: { [parameter]: first } } as unknown as typeof context);
    }
  });
};

const query = 'queryPayrollConnection';

export const idKindMutants = mutantsOf('', {
  'users.patch.unknown: updates-the-user-whose-account-is-named': takesOwnersFor('updateUser'),
  'users.delete.unknown: deletes-the-user-whose-entry-is-named': takesOwnersFor('deleteUser'),
  'expenditure.errors.user-not-found: estimates-for-the-user-whose-account-is-named':
    takesOwnersFor('getOnsExpenditure'),
  'accounts.delete.unknown: deletes-an-account-by-its-user': takesTheFirstOf('deleteAccount'),
  'accounts.mfa.unknown-account: asks-an-account-by-its-entry': takesTheFirstOf('submitMfa'),
  'entries.delete.unknown: deletes-an-entry-by-its-account': takesTheFirstOf('deleteEntry'),
  'terms.get.unknown: shows-the-term-of-an-authorisation': before('getAuthorisationTerm', async (context) => {
    const owner = await context.client.users.ownerOf(context.path.term_id);
    const accepted = owner?.authorisations[context.path.term_id];
    return accepted ? { ...context, path: { term_id: accepted.term_id } } : context;
  }),
  'payroll.query.unknown-account: queries-the-first-account-of-whatever-is-named': before(
    query,
    async (context) => {
      const id = context.body.account_id ?? '';
      const owner = (await context.client.users.ownerOf(id)) ?? (await context.client.users.read(id));
      const linked = Object.values(owner?.accounts ?? {}).find(({ state }) => state === 'linked');
      return linked ? { ...context, body: { account_id: linked.account_id } } : context;
    },
  ),
  'authorisation.header.not-the-users: takes-a-term-for-an-authorisation': before(query, async (context) => {
    const { client, caller, authorisationId: named } = context;
    const user = caller.kind === 'user' ? await client.users.read(caller.userId) : undefined;
    const accepted = Object.values(user?.authorisations ?? {}).find(({ term_id }) => term_id === named);
    return accepted ? { ...context, authorisationId: accepted.authorisation_id } : context;
  }),
});
