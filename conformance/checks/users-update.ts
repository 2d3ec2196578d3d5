import fc from 'fast-check';
import { picked } from '../../spec/json.ts';
import type { User } from '../../spec/types.ts';
import { illTyped, oddUsers, specialUsers, userUpdates, wholeUsers } from '../arbitraries/user-updates.ts';
import { type Arranging, type Calling, type Check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../judgement/expect.ts';
import { answerCheck, expectLaw, expectLawUnlessRefused, laws } from '../predicates/laws.ts';
import { expectUnset, userFields, userKinds, setFields as without } from '../predicates/settings.ts';
import { findListed, listPoints } from '../steps/user-list.ts';
import { isSuccess } from '../target/exchange.ts';
import { frequencyChecks } from './frequencies.ts';

const remove = (side: Calling, user_id: string) => side.call('deleteUser', { path: { user_id } });

const newUser = async ({ arrange }: Arranging): Promise<string> => (await arrange.createUser()).user_id;

const userCheck = checkWith({ needs: ['users'] });
const wholeAndUpdate = fc.record({ whole: wholeUsers, body: userUpdates });
const someFields = fc.subarray(userFields, { minLength: 1 });

const update = ({ call }: Calling, user_id: string, json: unknown) =>
  call('updateUser', { path: { user_id }, json });

export const userUpdateChecks: readonly Check[] = [
  answerCheck(
    'users.delete.confirms',
    { needs: ['users'], given: wholeUsers, effort: 0.25 },
    async (ctx, fields) => remove(ctx, (await ctx.arrange.createUser(fields)).user_id),
  ),

  userCheck('users.delete.gone', {
    points: listPoints,
    given: wholeAndUpdate,
    effort: 0.4,
  }).by(async (ctx, { whole, body }) => {
    const { user_id } = await ctx.arrange.createUser(whole);
    expectTwin(await update(ctx, user_id, body));
    expectTwin(await remove(ctx, user_id));
    expectRefusal(await update(ctx, user_id, body), { status: 404 });
    expectRefusal(await remove(ctx, user_id), { status: 404 });
    const listed = await findListed(ctx, [user_id]);
    expectEqual(listed.size, 0, 'how often the deleted user is listed');
  }),

  answerCheck(
    'users.patch.sets',
    { needs: ['users'], arrange: newUser, given: userUpdates, always: specialUsers },
    (ctx, body) => update(ctx, ctx.arranged, body),
  ),

  // A value that a server need not take is kept where it is taken.
  userCheck('users.patch.sets', { arrange: newUser }).by(async (ctx) => {
    for (const body of oddUsers)
      expectLawUnlessRefused('users.patch.sets', await update(ctx, ctx.arranged, body));
    // What a killed run leaves behind is known by its mark.
    expectSuccess(await update(ctx, ctx.arranged, { ext_id: ctx.mark('user') }), 200);
  }),

  // There and back: a value that was there before, by creation or by an update, takes hold again.
  userCheck('users.patch.sets', {
    law: true,
    given: fc.record({ one: userUpdates, other: userUpdates }),
    always: [{ one: specialUsers[0]!, other: specialUsers[1]! }],
    effort: 0.1,
  }).by(async (ctx, { one, other }) => {
    const { user_id } = await ctx.arrange.createUser(one);
    for (const body of [one, other, one, other, one])
      expectLaw('users.patch.sets', await update(ctx, user_id, body));
    const nulls = Object.fromEntries(Object.keys(one).map((field) => [field, null]));
    expectSuccess(await update(ctx, user_id, nulls), 200);
    expectLaw('users.patch.sets', await update(ctx, user_id, one));
  }),

  userCheck('users.patch.keeps-omitted', { given: wholeAndUpdate }).by(async (ctx, { whole, body }) => {
    const user_id = await newUser(ctx);
    const before = expectSuccess(await update(ctx, user_id, whole), 200);
    const empty = await update(ctx, user_id, {});
    if (isSuccess(empty))
      expectEqual(without(expectSuccess(empty)), without(before), 'what was not sent', empty);
    const answer = await update(ctx, user_id, body);
    const after = expectSuccess(answer, 200);
    const sent = Object.keys(body);
    expectEqual(without(after, sent), without(before, sent), 'what was not sent', answer);
  }),

  // What the service gives a user is among no fields that can be written.
  userCheck('users.patch.keeps-omitted', { law: true }).by(async (ctx) => {
    const { user_id, created_at } = await ctx.arrange.createUser();
    const own = { forename: 'Ada' };
    const foreign = { user_id: await newUser(ctx), created_at: '2001-02-03T04:05:06.000Z' };
    const answer = await update(ctx, user_id, { ...own, ...foreign });
    const after = isSuccess(answer) ? answer : await update(ctx, user_id, own);
    const shown = picked(expectSuccess(after, 200), 'user_id', 'created_at');
    expectEqual(Object.values(shown), [user_id, created_at], 'the id and the creation time', after);
  }),

  userCheck('users.patch.null-unsets', {
    given: fc.record({ whole: wholeUsers, unset: someFields, body: userUpdates }),
  }).by(async (ctx, { whole, unset, body }) => {
    const user_id = await newUser(ctx);
    expectSuccess(await update(ctx, user_id, whole), 200);
    const nulls = Object.fromEntries(unset.map((field) => [field, null]));
    const answer = await update(ctx, user_id, { ...body, ...nulls });
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
    for (const body of updates) latest = expectSuccess(await update(ctx, user_id, body), 200);
    const listed = (await findListed(ctx, [user_id])).get(user_id);
    expectThat(listed !== undefined, 'the updated user in the list', 'no such user there');
    expectEqual(without(listed), without(latest as User), 'the user in the list');
  }),

  userCheck('users.patch.ill-typed', { arrange: newUser }).by(async (ctx) => {
    const good = specialUsers[0]!;
    expectTwin(await update(ctx, ctx.arranged, good));
    for (const bad of illTyped(userKinds))
      expectRefusal(await update(ctx, ctx.arranged, { ...good, ...bad }), {}, `for ${JSON.stringify(bad)}`);
  }),

  ...frequencyChecks('users', { needs: ['users'] }, async (side) => {
    const user_id = await newUser(side);
    return (word) => update(side, user_id, { recurring_check_frequency: word });
  }),
];
