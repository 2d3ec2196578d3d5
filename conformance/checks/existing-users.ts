import type { User, UserUpdate } from '../../spec/types.ts';
import { userUpdates } from '../arbitraries/user-updates.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectEqual, expectRefusal, expectShape, expectSuccess, expectThat } from '../expect.ts';
import { CannotArrange } from '../failure.ts';
import { showsValue, type UserField, userFields } from '../predicates/settings.ts';
import { listedUsers, listPoints } from '../steps/user-list.ts';

const isOfTheRun = ({ ext_id }: User): boolean => ext_id?.startsWith('payrig-check-') ?? false;

const first = { offset: 1, limit: 20 };

async function listed({ call }: Pick<Context, 'call'>): Promise<User[]> {
  return expectSuccess(await call('listUsers', { query: first }), 200).users;
}

/** Users that this run did not make, as they are. */
async function existing(ctx: Pick<Context, 'call'>): Promise<User[]> {
  const users = (await listed(ctx)).filter((user) => !isOfTheRun(user));
  if (users.length === 0) throw new CannotArrange('the deployment held no user before the run');
  return users;
}

/** The fields of a user as an update that brings them back. */
const asItWas = (user: User): UserUpdate =>
  Object.fromEntries(userFields.map((field) => [field, user[field] ?? null])) as UserUpdate;

/** What was there before the run keeps a change, and stays deleted, as what the run made does; it is put back afterwards. */
export const existingUserChecks: readonly Check[] = [
  check('users.delete.gone', {
    needs: ['expendable-users'],
    exclusive: 'users',
    points: listPoints,
    scenario: async (ctx) => {
      const before = await listedUsers(ctx);
      const older = before.filter((user) => !isOfTheRun(user)).map(({ user_id }) => user_id);
      if (older.length === 0) throw new CannotArrange('the deployment held no user before the run');
      // The first, one in the middle, and the last: each leaves another gap in the pages.
      const gone = [...new Set([0, Math.floor(older.length / 2), older.length - 1])].map((n) => older[n]);
      for (const user_id of gone as string[]) {
        expectSuccess(await ctx.call('deleteUser', { path: { user_id } }), 200);
        expectRefusal(await ctx.call('deleteUser', { path: { user_id } }), { status: 404 });
      }
      const left = before.map(({ user_id }) => user_id).filter((id) => !gone.includes(id));
      const after = (await listedUsers(ctx)).map(({ user_id }) => user_id);
      // In which order is open, and may be another each time.
      expectEqual(
        after.sort(),
        left.sort(),
        'those that are listed when users that were there before are deleted',
      );
    },
  }),

  ...(['getTaxauthIncome', 'listBankStatements'] as const).map((operation) =>
    check(operation === 'getTaxauthIncome' ? 'income.shape.types' : 'bank-statements.shape.types', {
      readsOnly: true,
      scenario: async (ctx) => {
        for (const { user_id } of (await existing(ctx)).slice(0, 10)) {
          const answer = await ctx.call(operation, { path: { user_id } });
          // Where reading takes an authorisation, not everybody has given one.
          if (answer.status === 200) expectShape(answer);
        }
      },
    }),
  ),

  check('direct-connections.answer', { needs: ['expendable-users', 'authorisations'] }, async (ctx) => {
    for (const { user_id } of (await existing(ctx)).slice(0, 10)) {
      await ctx.arrange.accept(user_id);
      const answer = await ctx.call('createDirectConnection', { body: { user_id } });
      if (answer.status >= 200 && answer.status <= 299) expectShape(answer);
      else expectRefusal(answer);
    }
  }),

  check('users.patch.persists', {
    needs: ['existing-users'],
    exclusive: 'users',
    arrange: existing,
    given: userUpdates,
    effort: 0.25,
    property: async (ctx, update) => {
      const [before] = ctx.arranged as [User];
      const { user_id } = before;
      try {
        expectSuccess(await ctx.call('updateUser', { path: { user_id }, body: update }), 200);
        const shown = (await listed(ctx)).find((one) => one.user_id === user_id);
        expectThat(
          shown !== undefined,
          `the user ${user_id}, who was there before, in the list`,
          'no such user',
        );
        const lost = (Object.keys(update) as UserField[]).filter(
          (field) => !showsValue(field, shown[field], update[field]),
        );
        expectEqual(
          lost,
          [],
          'the changed fields of a user who was there before that the list does not show',
        );
      } finally {
        await ctx.call('updateUser', { path: { user_id }, body: asItWas(before) });
      }
    },
  }),
];
