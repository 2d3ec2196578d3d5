import { Refusal } from '../../../simulator/domain/refusal.ts';
import type { HandlerContext } from '../../../simulator/http/context.ts';
import type { Client } from '../../../simulator/tenant/client.ts';
import type { OperationId } from '../../../spec/operations.ts';
import type { EdgeAnswer } from './edge.ts';
import {
  aboutUser,
  around,
  asClient,
  before,
  type Defect,
  idIn,
  instead,
  mutantsOf,
  onAnswer,
  ownerIn,
  withPort,
} from './mutant.ts';

/** Looks at the other clients for what one client does not have. */
const acrossClients = <Id extends OperationId>(operation: Id): Defect =>
  around(operation, async (context, handler) => {
    for (const client of context.services.clients.filter((one) => one !== context.client)) {
      const foreign = (await asClient(context, client)) as HandlerContext<Id>;
      const found = await handler(foreign).catch(() => undefined);
      if (found) return found;
    }
    return handler(context);
  });

const configuresEveryClient = around('updateConfiguration', async (context, handler) => {
  for (const client of context.services.clients) await handler({ ...context, client });
  return handler(context);
});

const isolationMutants = mutantsOf('isolation.', {
  'users.list: counts-the-users-of-every-client': around('listUsers', async (context, handler) => {
    const { status, body } = await handler(context);
    for (const client of context.services.clients.filter((one) => one !== context.client)) {
      const { body: other } = await handler(await asClient(context, client));
      if (body && other) body.pagination.total_count += other.pagination.total_count;
    }
    return { status, body };
  }),
  'users.change: deletes-a-user-of-any-client': acrossClients('deleteUser'),
  'users.data: connects-directly-for-any-client': acrossClients('createDirectConnection'),
  'users.data: lists-statements-of-any-client': acrossClients('listBankStatements'),
  'accounts-and-entries: deletes-entries-of-any-client': acrossClients('deleteEntry'),
  'accounts-and-entries: deletes-accounts-of-any-client': acrossClients('deleteAccount'),
  'accounts-and-entries: answers-for-accounts-of-any-client': acrossClients('submitMfa'),
  'terms: shows-terms-of-any-client': acrossClients('getAuthorisationTerm'),
  'configuration: has-one-configuration-for-all-clients': configuresEveryClient,
  'webhooks: deletes-webhooks-of-any-client': acrossClients('deleteWebhook'),
  'events: delivers-events-to-every-receiver': withPort('transport', (transport) => {
    const urls = new Set<string>();
    return async (request) => {
      urls.add(request.url);
      for (const url of urls) if (url !== request.url) await transport({ ...request, url });
      return transport(request);
    };
  }),
});

/** Takes the owner in place of the id of something that a user has. */
const takesOwnersFor = (operation: 'updateUser' | 'deleteUser' | 'getOnsExpenditure'): Defect =>
  before(operation, async (context) => aboutUser(context, await ownerIn(context)));

/** The user with an id, or who has what it names. */
const userBehind = async ({ users }: Client, id: string) => (await users.ownerOf(id)) ?? users.read(id);

/** Where the id is a user's, or of anything else that the user has, the first account or entry of the user is taken. */
const takesTheFirstOf = (
  part: 'accounts' | 'entries',
  operation: 'deleteAccount' | 'deleteEntry' | 'submitMfa',
): Defect =>
  around(operation, async (context, handler) => {
    try {
      return await handler(context);
    } catch (error) {
      const owner = await userBehind(context.client, idIn(context));
      const [first] = Object.keys(owner?.[part] ?? {});
      if (!(error instanceof Refusal) || error.status !== 404 || first === undefined) throw error;
      const [parameter = ''] = Object.keys(context.path);
      return handler({ ...context, path: { [parameter]: first } } as unknown as typeof context);
    }
  });

const filtersAnyones = (filter: 'account_id' | 'entry_id'): Defect =>
  before('getTaxauthIncome', async (context) =>
    aboutUser(context, await context.client.users.ownerOf(context.query[filter] ?? 'none')),
  );

function answersForDeleted(): readonly Defect[] {
  const answers = new Map<string, EdgeAnswer>();
  const accountIn = (url: string): string => /accounts\/([^/]+)/.exec(url)?.[1] ?? '';
  return [
    onAnswer('deleteAccount', (answer, { url }) => {
      const account_id = accountIn(url);
      if (answer.status === 200) answers.set(account_id, { ...answer, body: { account_id } });
      return undefined;
    }),
    onAnswer('submitMfa', ({ status }, { url }) => status === 404 && answers.get(accountIn(url))),
  ];
}

const query = 'queryPayrollConnection';
const getTerm = 'getAuthorisationTerm';

/** Sandboxes that take an id for more than it names: of another client, of another kind, of another user, deleted. */
export const foreignIdMutants = [
  ...isolationMutants,
  ...mutantsOf('', {
    'settings.recurring-checks.own-client: checks-by-the-switch-of-any-client': configuresEveryClient,
    'users.patch.unknown: updates-the-user-whose-account-is-named': takesOwnersFor('updateUser'),
    'users.delete.unknown: deletes-the-user-whose-entry-is-named': takesOwnersFor('deleteUser'),
    'users.delete.unknown: confirms-ids-in-capitals-and-deletes-nothing': instead(
      'deleteUser',
      ({ url }) => /[A-F]/.test(url) && { status: 200, body: { message: 'The user was deleted' } },
    ),
    'expenditure.errors.user-not-found: estimates-for-the-user-whose-account-is-named':
      takesOwnersFor('getOnsExpenditure'),
    'accounts.delete.unknown: deletes-an-account-by-its-user': takesTheFirstOf('accounts', 'deleteAccount'),
    'accounts.delete.gone: answers-for-accounts-that-were-deleted': answersForDeleted(),
    'accounts.mfa.unknown-account: asks-an-account-by-its-entry': takesTheFirstOf('accounts', 'submitMfa'),
    'entries.delete.unknown: deletes-an-entry-by-its-account': takesTheFirstOf('entries', 'deleteEntry'),
    'income.filter.account: filters-by-the-account-of-anyone': filtersAnyones('account_id'),
    'income.filter.entry: filters-by-the-entry-of-anyone': filtersAnyones('entry_id'),
    'terms.get.unknown: shows-the-term-of-an-authorisation': before(getTerm, async (context) => {
      const accepted = (await ownerIn(context))?.authorisations[context.path.term_id];
      return accepted && { path: { term_id: accepted.term_id } };
    }),
    'payroll.query.unknown-account: queries-the-first-account-of-whatever-is-named': before(
      query,
      async ({ client, body }) => {
        const owner = await userBehind(client, body.account_id ?? '');
        const linked = Object.values(owner?.accounts ?? {}).find(({ state }) => state === 'linked');
        return linked && { body: { account_id: linked.account_id } };
      },
    ),
    'authorisation.header.not-the-users: takes-a-term-for-an-authorisation': before(
      query,
      async ({ client, caller, authorisationId: named }) => {
        const user = caller.kind === 'user' ? await client.users.read(caller.userId) : undefined;
        const accepted = Object.values(user?.authorisations ?? {}).find(({ term_id }) => term_id === named);
        return accepted && { authorisationId: accepted.authorisation_id };
      },
    ),
  }),
];
