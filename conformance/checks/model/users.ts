import fc from 'fast-check';
import type { User, UserUpdate } from '../../../spec/types.ts';
import { userUpdates } from '../../arbitraries/user-updates.ts';
import { expectEqual, expectRefusal, expectThat, expectValue } from '../../judgement/expect.ts';
import { CannotArrange } from '../../judgement/failure.ts';
import { showsValue, userFields } from '../../predicates/settings.ts';
import { findListed } from '../../steps/user-list.ts';
import { isSuccess } from '../../target/exchange.ts';
import {
  about,
  buryUser,
  type Command,
  command,
  type Fields,
  livingOf,
  type Model,
  type ModelUser,
  pick,
  type Real,
} from './model.ts';

const anyUser = livingOf(({ users }) => users, 'deleted-users-are-gone');
const hasUsers = ({ users }: Readonly<Model>): boolean => users.length > 0;
const hasRoom = ({ users }: Readonly<Model>): boolean => users.length < 5;

/** One user has to remain: the other commands need one. */
const isPeopled = ({ users }: Readonly<Model>): boolean => users.filter(({ alive }) => alive).length > 1;

/** Makes a user through whom payroll may be retrieved. */
export async function addUser(model: Model, { ctx }: Real): Promise<ModelUser> {
  const user = await ctx.arrange.createUser({ payroll_connections_enabled: true });
  const remedy = 'name another disposable user';
  if (model.users.some(({ alive, user_id }) => alive && user_id === user.user_id))
    throw new CannotArrange('it needs several users, and the fixtures file has fewer', [remedy]);
  const made = { user_id: user.user_id, fields: fieldsOf(user), alive: true, updated: false, touched: false };
  model.users.push(made);
  return made;
}

const fieldsOf = (user: Partial<User>): Fields =>
  Object.fromEntries(userFields.map((name) => [name, user[name] ?? null]));

/** Fields with values or unset; connections stay allowed because other commands use them. */
const updates: fc.Arbitrary<UserUpdate> = fc
  .tuple(userUpdates, fc.subarray(userFields, { maxLength: 3 }))
  .map(([update, unset]) => ({
    ...update,
    ...Object.fromEntries(unset.map((name) => [name, null])),
    payroll_connections_enabled: true,
  }));

export async function changeUser({ ctx, focus }: Real, user: ModelUser, body: UserUpdate): Promise<void> {
  const answer = await ctx.call('updateUser', { path: { user_id: user.user_id }, body });
  if (!user.alive) {
    if (focus === 'deleted-users-are-gone') expectRefusal(answer, { status: 404 }, 'for a deleted user');
  } else if (isSuccess(answer)) {
    user.fields = { ...user.fields, ...body };
    user.updated = true;
    user.touched = true;
  }
}

export async function removeUser(model: Model, { ctx, focus }: Real, user: ModelUser): Promise<void> {
  const answer = await ctx.call('deleteUser', { path: { user_id: user.user_id } });
  if (user.alive && isSuccess(answer)) buryUser(model, user);
  else if (!user.alive && focus === 'deleted-users-are-gone')
    expectRefusal(answer, { status: 404 }, 'for a deleted user');
}

/** One of three is deleted, another updated, and the third is looked at: an order that may not be drawn. */
export async function lookAtOthers(model: Model, real: Real): Promise<void> {
  const updated = await addUser(model, real);
  await addUser(model, real);
  const gone = await addUser(model, real);
  await lookAtUsers(model, real);
  await removeUser(model, real, gone);
  await changeUser(real, updated, { forename: 'Ada' });
  await lookAtUsers(model, real);
}

/** A user is deleted, and is still gone when another one came and was updated. */
export async function sweepUsers(model: Model, real: Real): Promise<void> {
  const gone = await addUser(model, real);
  await removeUser(model, real, gone);
  await changeUser(real, await addUser(model, real), { forename: 'Ada' });
  await lookAtUsers(model, real);
  await removeUser(model, real, gone);
}

export async function lookAtUsers(model: Model, { ctx, focus }: Real): Promise<void> {
  const living = model.users.filter(({ alive }) => alive);
  const idsOf = (users: readonly ModelUser[]) => users.map(({ user_id }) => user_id);
  const listed = await findListed(ctx, idsOf(focus === 'deleted-users-are-gone' ? model.users : living));
  const back = idsOf(model.users.filter(({ alive }) => !alive)).filter((id) => listed.has(id));
  if (focus === 'deleted-users-are-gone') expectEqual(back, [], 'the deleted users that are listed');
  for (const user of living) {
    const shown = listed.get(user.user_id);
    const judged =
      (focus === 'updates-persist' && user.updated) || (focus === 'other-users-stay' && !user.touched);
    if (judged) expectShown(user, shown);
    user.touched = false;
    if (shown) user.fields = fieldsOf(shown);
  }
}

function expectShown(user: ModelUser, shown: User | undefined): void {
  const whose = user.updated ? 'as its latest update left it' : 'which the suite has not updated';
  expectThat(shown !== undefined, `the user ${user.user_id} in the list, ${whose}`, 'no such user there');
  for (const name of userFields) {
    const expected = user.fields[name];
    const actual = shown[name];
    const isSame = expected == null ? actual == null : showsValue(name, actual, expected);
    const what = `${name} of the user ${user.user_id}, ${whose}, to be ${JSON.stringify(expected)}`;
    expectValue(isSame, what, actual);
  }
}

export const userCommands = {
  createUser: fc.constant(command('createUser()', hasRoom, addUser)),
  updateUser: fc
    .tuple(fc.nat({ max: 9 }), updates)
    .map(([at, body]) =>
      command(`updateUser(${at}, ${JSON.stringify(body)})`, hasUsers, (model, real) =>
        changeUser(real, pick(anyUser(model, real.focus), at), body),
      ),
    ),
  deleteUser: about('deleteUser', anyUser, removeUser, isPeopled),
  look: fc.constant(command('listUsers()', hasUsers, lookAtUsers)),
} as const satisfies Record<string, fc.Arbitrary<Command>>;
