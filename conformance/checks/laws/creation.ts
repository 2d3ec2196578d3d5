import type { ClauseId } from '../../../spec/clauses.ts';
import type { Capability } from '../../judgement/capability.ts';
import { type Check, type Context, check } from '../../judgement/check.ts';
import { expectSuccess, expectThat } from '../../judgement/expect.ts';
import { subscribe } from '../../steps/lawful-requests.ts';
import { authorisedUser, waitingAccount } from '../../steps/linked-user.ts';
import { expectOwn } from './whole-user.ts';

type Row = {
  readonly clause: ClauseId;
  readonly needs?: readonly Capability[];
  /** Makes a resource, and reads the times at which it says that it was created. */
  readonly make: (ctx: Context) => Promise<readonly string[]>;
};

const rows: readonly Row[] = [
  {
    clause: 'users.shape.created-at',
    needs: ['users'],
    make: async ({ arrange, call, isLent }) => {
      const { user_id, created_at } = await arrange.createUser();
      expectOwn({ isLent }, user_id);
      const update = { path: { user_id }, body: { forename: 'Ada' } };
      return [created_at, expectSuccess(await call('updateUser', update), 200).created_at];
    },
  },
  {
    clause: 'terms.shape.created-at',
    needs: ['terms'],
    make: async ({ arrange, call }) => {
      const { id } = await arrange.createTerm();
      await arrange.setTermActive(id, false);
      return [expectSuccess(await call('getAuthorisationTerm', { path: { term_id: id } }), 200).created_at];
    },
  },
  {
    clause: 'accounts.shape.created-at',
    needs: ['users', 'accounts', 'authorisations'],
    make: async (ctx) => {
      const { account_id } = await ctx.arrange.linkAccount(await authorisedUser(ctx), waitingAccount);
      const answer = await ctx.call('submitMfa', { path: { account_id }, body: { mfa: waitingAccount.mfa } });
      return [expectSuccess(answer, 200).created_at ?? ''];
    },
  },
  {
    clause: 'webhooks.create.answer',
    make: async (ctx) => [expectSuccess(await subscribe(ctx), 201).created_at],
  },
];

/** The law that what is made says when it was made, by the clock of the deployment. */
export const creationLaws: readonly Check[] = rows.map(({ clause, needs = [], make }) =>
  check(clause, { law: true, needs }).by(async (ctx) => {
    const before = await ctx.moment();
    const times = await make(ctx);
    const after = await ctx.moment();
    for (const created_at of times) {
      const at = Date.parse(created_at);
      const expected = `a time of creation between ${new Date(before.from).toISOString()} and ${new Date(after.to).toISOString()}`;
      expectThat(at >= before.from && at <= after.to, expected, created_at);
    }
  }),
);
