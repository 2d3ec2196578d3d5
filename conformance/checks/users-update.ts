import fc from 'fast-check';
import type { User, UserUpdate } from '../../spec/types.ts';
import { illTyped, oddUsers, specialUsers, userUpdates, wholeUsers } from '../arbitraries/user-updates.ts';
import { type Check, type ClientUnderTest, check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../judgement/expect.ts';
import { answerCheck, expectLaw, laws } from '../predicates/laws.ts';
import { expectUnset, userFields, userKinds, setFields as without } from '../predicates/settings.ts';
import { findListed, listPoints } from '../steps/user-list.ts';
import { isSuccess } from '../target/exchange.ts';
import { frequencyChecks } from './frequencies.ts';

const remove = (side: Pick<ClientUnderTest, 'call'>, user_id: string) =>
  side.call('deleteUser', { path: { user_id } });

const newUser = async ({ arrange }: Pick<ClientUnderTest, 'arrange'>): Promise<string> =>
  (await arrange.createUser()).user_id;

const userCheck = checkWith({ needs: ['users'] });

/** The clauses about updates and deletion of users. */
export const userUpdateChecks: readonly Check[] = [
  answerCheck(
    'users.delete.confirms',
    { needs: ['users'], given: wholeUsers, effort: 0.25 },
    async (ctx, fields) => remove(ctx, (await ctx.arrange.createUser(fields)).user_id),
  ),

  check('users.delete.gone', {
    needs: ['users'],
    points: listPoints,
    given: fc.record({ fields: wholeUsers, update: userUpdates }),
    effort: 0.4,
  }).by(async (ctx, { fields, update }) => {
    const { user_id } = await ctx.arrange.createUser(fields);
    expectTwin(await ctx.call('updateUser', { path: { user_id }, body: update }));
    expectTwin(await remove(ctx, user_id));
    expectRefusal(await ctx.call('updateUser', { path: { user_id }, body: update }), { status: 404 });
    expectRefusal(await remove(ctx, user_id), { status: 404 });
    const listed = await findListed(ctx, [user_id]);
    expectEqual(listed.size, 0, 'how often the deleted user is listed');
  }),

  answerCheck(
    'users.patch.sets',
    { needs: ['users'], arrange: newUser, given: userUpdates, always: specialUsers },
    ({ call, arranged: user_id }, body) => call('updateUser', { path: { user_id }, body }),
  ),

  // A value that a server need not take is kept where it is taken.
  userCheck('users.patch.sets').by(async ({ call, arrange, mark }) => {
    const path = { user_id: (await arrange.createUser()).user_id };
    for (const body of oddUsers) {
      const answer = await call('updateUser', { path, body });
      if (answer.status >= 400) expectRefusal(answer);
      else expectLaw('users.patch.sets', answer);
    }
    // What a killed run leaves behind is known by its mark.
    expectSuccess(await call('updateUser', { path, body: { ext_id: mark('user') } }), 200);
  }),

  // There and back: a value that was there before, by creation or by an update, takes hold again.
  userCheck('users.patch.sets', {
    law: true,
    given: fc.record({ one: userUpdates, other: userUpdates }),
    always: [{ one: specialUsers[0]!, other: specialUsers[1]! }],
    effort: 0.1,
  }).by(async ({ call, arrange }, { one, other }) => {
    const { user_id } = await arrange.createUser(one);
    const set = async (body: UserUpdate) => call('updateUser', { path: { user_id }, body });
    for (const body of [one, other, one, other, one]) expectLaw('users.patch.sets', await set(body));
    expectSuccess(await set(Object.fromEntries(Object.keys(one).map((field) => [field, null]))), 200);
    expectLaw('users.patch.sets', await set(one));
  }),

  userCheck('users.patch.keeps-omitted', { given: fc.record({ whole: wholeUsers, update: userUpdates }) }).by(
    async ({ call, arrange }, { whole, update }) => {
      const { user_id } = await arrange.createUser();
      const path = { user_id };
      const before = expectSuccess(await call('updateUser', { path, body: whole }), 200);
      const empty = await call('updateUser', { path, body: {} });
      if (isSuccess(empty))
        expectEqual(without(expectSuccess(empty), []), without(before, []), 'what was not sent', empty);
      const answer = await call('updateUser', { path, body: update });
      const after = expectSuccess(answer, 200);
      const sent = Object.keys(update);
      expectEqual(without(after, sent), without(before, sent), 'what was not sent', answer);
    },
  ),

  // What the service gives a user is among no fields that can be written.
  userCheck('users.patch.keeps-omitted', { law: true }).by(async ({ call, arrange }) => {
    const { user_id, created_at } = await arrange.createUser();
    const foreign = (await arrange.createUser()).user_id;
    const json = { forename: 'Ada', user_id: foreign, created_at: '2001-02-03T04:05:06.000Z' };
    const answer = await call('updateUser', { path: { user_id }, json });
    const after = isSuccess(answer)
      ? answer
      : await call('updateUser', { path: { user_id }, body: { forename: 'Ada' } });
    const shown = expectSuccess<'updateUser'>(after, 200);
    expectEqual(
      [shown.user_id, shown.created_at],
      [user_id, created_at],
      'the id and the creation time',
      after,
    );
  }),

  userCheck('users.patch.null-unsets', {
    given: fc.record({
      whole: wholeUsers,
      unset: fc.subarray(userFields, { minLength: 1 }),
      update: userUpdates,
    }),
  }).by(async ({ call, arrange }, { whole, unset, update }) => {
    const { user_id } = await arrange.createUser();
    const path = { user_id };
    expectSuccess(await call('updateUser', { path, body: whole }), 200);
    const nulls = Object.fromEntries(unset.map((field) => [field, null]));
    const answer = await call('updateUser', { path, body: { ...update, ...nulls } });
    expectSuccess(answer, 200);
    // How an unset field looks is learnt of one field, and may be otherwise for another.
    expectUnset(answer);
    laws['users.patch.sets'](answer);
  }),

  userCheck('users.patch.persists', {
    points: listPoints,
    arrange: newUser,
    given: fc.array(userUpdates, { minLength: 1, maxLength: 3 }),
    effort: 0.5,
  }).by(async (ctx, updates) => {
    const user_id = ctx.arranged;
    let latest: User | undefined;
    for (const body of updates)
      latest = expectSuccess(await ctx.call('updateUser', { path: { user_id }, body }), 200);
    const listed = (await findListed(ctx, [user_id])).get(user_id);
    expectThat(listed !== undefined, 'the updated user in the list', 'no such user there');
    expectEqual(without(listed, []), without(latest as User, []), 'the user in the list');
  }),

  userCheck('users.patch.ill-typed').by(async ({ call, arrange }) => {
    const path = { user_id: (await arrange.createUser()).user_id };
    const good = specialUsers[0]!;
    expectTwin(await call('updateUser', { path, json: good }));
    for (const bad of illTyped(userKinds))
      expectRefusal(
        await call('updateUser', { path, json: { ...good, ...bad } }),
        {},
        `for ${JSON.stringify(bad)}`,
      );
  }),

  ...frequencyChecks('users', { needs: ['users'] }, async ({ call, arrange }) => {
    const { user_id } = await arrange.createUser();
    return (word) => call('updateUser', { path: { user_id }, json: { recurring_check_frequency: word } });
  }),
];
