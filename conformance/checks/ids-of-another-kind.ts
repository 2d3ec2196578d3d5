import type { ClauseId } from '../../spec/clauses.ts';
import type { Capability } from '../judgement/capability.ts';
import { type Check, type Context, check } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectTwin } from '../judgement/expect.ts';
import { messages } from '../predicates/expenditure-messages.ts';
import { lawful } from '../steps/lawful-requests.ts';
import { waitingAccount } from '../steps/linked-user.ts';
import type { CallOptions } from '../target/caller.ts';
import { unknownIds } from '../values/text.ts';
import { addressed, type ById } from './errors.ts';

const needs: readonly Capability[] = ['users', 'accounts', 'entries', 'authorisations', 'tokens'];

type IdOf = 'user' | 'account' | 'entry' | 'authorisation' | 'term';
type Ids = Readonly<Record<IdOf, string>>;

/** One user with one of everything that has an id; the ids are mixed up easily, since all of them are UUIDs. */
async function owner({ arrange }: Pick<Context, 'arrange'>): Promise<Ids & { bearer: string }> {
  const { user_id } = await arrange.createUser({ payroll_connections_enabled: true });
  const { authorisation_id, term_id } = await arrange.accept(user_id);
  const { account_id } = await arrange.linkAccount(user_id, waitingAccount);
  const { entry_id } = await arrange.createEntry(user_id, [{}], account_id);
  const ids = { user: user_id, account: account_id, entry: entry_id, authorisation: authorisation_id };
  return { ...ids, term: term_id, bearer: await arrange.tokenFor(user_id) };
}

/**
 * What is addressed by an id that nothing has does not exist, nor what is addressed by the id of something else of the
 * same user: the classic mistake. By its own id it does, afterwards.
 */
const addressing = (clause: ClauseId, own: IdOf, operation: ById, ownNeeds: Check['needs']): Check[] => [
  check(clause, { needs: ownNeeds, given: unknownIds, effort: 0.5 }).by(async (ctx, id) => {
    const options = (await lawful[operation](ctx)) as CallOptions<ById>;
    expectRefusal(await addressed(ctx, operation, id), { status: 404 });
    expectTwin(await ctx.call(operation, options));
  }),
  check(clause, { needs }).by(async (ctx) => {
    const { bearer: _, ...ids } = await owner(ctx);
    for (const [kind, id] of Object.entries(ids)) {
      if (kind === own) continue;
      const answer = await addressed(ctx, operation, id);
      expectRefusal(answer, { status: 404 }, `for the id of the ${kind} in place of the ${own}'s`);
    }
    expectTwin(await addressed(ctx, operation, ids[own]));
  }),
];

/** The clauses about ids that are not known. */
export const idKindChecks: readonly Check[] = [
  ...addressing('users.patch.unknown', 'user', 'updateUser', ['users']),
  ...addressing('users.delete.unknown', 'user', 'deleteUser', ['users']),
  ...addressing('accounts.delete.unknown', 'account', 'deleteAccount', ['users', 'accounts']),
  ...addressing('accounts.mfa.unknown-account', 'account', 'submitMfa', [
    'users',
    'accounts',
    'authorisations',
  ]),
  ...addressing('entries.delete.unknown', 'entry', 'deleteEntry', ['users', 'entries']),
  ...addressing('terms.get.unknown', 'term', 'getAuthorisationTerm', ['held-term']),

  check('expenditure.errors.user-not-found', { needs }).by(async (ctx) => {
    const { account, entry, authorisation } = await owner(ctx);
    for (const id of [account, entry, authorisation]) {
      const errors = expectRefusal(await ctx.call('getOnsExpenditure', { path: { user_id: id } }), {
        status: 404,
      });
      expectEqual(errors, [messages.userNotFound(id)], 'the messages');
    }
  }),

  check('payroll.query.unknown-account', { needs }).by(async (ctx) => {
    const { bearer, user, entry, authorisation } = await owner(ctx);
    const { account_id } = await ctx.arrange.linkAccount(user, { payroll: [] });
    const query = (id: string) =>
      ctx.call('queryPayrollConnection', { body: { account_id: id }, as: { bearer } });
    expectTwin(await query(account_id), [201]);
    for (const id of [user, entry, authorisation]) expectRefusal(await query(id), {}, `for ${id}`);
  }),

  check('authorisation.header.not-the-users', { needs }).by(async (ctx) => {
    const { bearer, user, authorisation, term, entry } = await owner(ctx);
    const { account_id } = await ctx.arrange.linkAccount(user, { payroll: [] });
    const query = (id: string) =>
      ctx.call('queryPayrollConnection', {
        body: { account_id },
        as: { bearer },
        headers: { 'x-svc-authorisation-id': id },
      });
    for (const [kind, id] of Object.entries({ term, user, account: account_id, entry }))
      expectRefusal(await query(id), {}, `for the id of the ${kind} in place of the authorisation's`);
    expectTwin(await query(authorisation), [201]);
  }),
];
