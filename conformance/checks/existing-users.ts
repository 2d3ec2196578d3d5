import type { User, UserUpdate } from '../../spec/types.ts';
import { showsValue, type UserField, userFields, userUpdates } from '../arbitraries/user-updates.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectEqual, expectSuccess, expectThat } from '../expect.ts';
import { CannotArrange } from '../failure.ts';

const first = { offset: 1, limit: 20 };

async function listed({ call }: Pick<Context, 'call'>): Promise<User[]> {
  return expectSuccess(await call('listUsers', { query: first }), 200).users;
}

/** Users that this run did not make, as they are. */
async function existing(ctx: Pick<Context, 'call'>): Promise<User[]> {
  const users = (await listed(ctx)).filter(({ ext_id }) => !ext_id?.startsWith('payrig-check-'));
  if (users.length === 0) throw new CannotArrange('the deployment held no user before the run');
  return users;
}

/** The fields of a user as an update that brings them back. */
const asItWas = (user: User): UserUpdate =>
  Object.fromEntries(userFields.map((field) => [field, user[field] ?? null])) as UserUpdate;

/** What was there before the run keeps a change as what the run made does; it is put back afterwards. */
export const existingUserChecks: readonly Check[] = [
  check({
    clause: 'users.patch.persists',
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
        expectThat(shown !== undefined, `the user ${user_id}, who was there before, in the list`, 'nobody');
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
