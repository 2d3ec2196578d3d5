import fc from 'fast-check';
import type { User, UserUpdate } from '../../spec/types.ts';
import { userUpdates, wholeUsers } from '../arbitraries/user-updates.ts';
import { type Calling, type Check, type Context, check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectShape, expectSuccess, expectThat } from '../judgement/expect.ts';
import { CannotArrange, Failure } from '../judgement/failure.ts';
import { showsValue, type UserField, userFields } from '../predicates/settings.ts';
import { findListed, listedUsers, listPoints, offsetOfPage } from '../steps/user-list.ts';
import { isSuccess } from '../target/exchange.ts';
import { pagedListChecks, pages } from './paged-lists.ts';
import { userUpdateChecks } from './users-update.ts';

const isOfTheRun = ({ ext_id }: User): boolean => ext_id?.startsWith('payrig-check-') ?? false;

const listed = async ({ call }: Calling): Promise<User[]> =>
  expectSuccess(await call('listUsers', { query: { offset: 1, limit: 20 } }), 200).users;

async function existing(ctx: Calling): Promise<User[]> {
  const users = (await listed(ctx)).filter((user) => !isOfTheRun(user));
  if (users.length === 0) throw new CannotArrange('the deployment held no user before the run');
  return users;
}

/** How many different users the first pages of the largest size show, and how many they should. */
async function firstPages({ call, points }: Context<'users.list.offset-meaning'>, count: number) {
  const meaning = points['users.list.offset-meaning'];
  const ids = new Set<string>();
  let total = 0;
  for (let number = 0; number < count; number++) {
    const query = { offset: offsetOfPage(meaning, number, 100), limit: 100 };
    const { users, pagination } = expectSuccess(await call('listUsers', { query }), 200);
    for (const { user_id } of users) ids.add(user_id);
    total = pagination.total_count;
  }
  const expected = Math.min(count * 100, total - (meaning === 'skip' ? 1 : 0));
  return { total, different: ids.size, expected };
}

/** The fields of a user as an update that brings them back. */
const asItWas = (user: User): UserUpdate =>
  Object.fromEntries(userFields.map((field) => [field, user[field] ?? null])) as UserUpdate;

const anyPage = pages(1, 120, 100);
const userCheck = checkWith({ needs: ['users'] });
/** The number of users, or what was there before, must not change meanwhile. */
const aloneCheck = checkWith({ exclusive: 'users' });

export const userChecks: readonly Check[] = [
  ...pagedListChecks({
    area: 'users',
    highestOffset: 120,
    needs: [],
    arrange: async () => ({ user_id: '' }),
    read: ({ call }, _, query) => call('listUsers', { query }),
  }),

  userCheck('users.list.total-count', {
    exclusive: 'users',
    given: fc.record({ made: fc.integer({ min: 1, max: 3 }), before: anyPage, after: anyPage }),
    effort: 0.4,
  }).by(async ({ call, arrange }, { made, before, after }) => {
    const total = async (query: typeof before): Promise<number> =>
      expectSuccess(await call('listUsers', { query }), 200).pagination.total_count;
    let seen: readonly number[] = [];
    // Another caller may add or delete a user meanwhile, so an odd count is read again.
    for (let attempt = 0; attempt < 3; attempt++) {
      const first = await total(before);
      const again = await total(after);
      const ids: string[] = [];
      for (let n = 0; n < made; n++) ids.push((await arrange.createUser()).user_id);
      const grown = await total(after);
      for (const user_id of ids) await call('deleteUser', { path: { user_id } });
      const shrunk = await total(before);
      seen = [first, again, grown, shrunk];
      if (again === first && grown === first + made && shrunk === first) return;
    }
    const [first = 0] = seen;
    const what = `the total on two pages, after ${made} more users, and after their deletion`;
    expectEqual(seen, [first, first, first + made, first], what);
  }),

  aloneCheck('users.list.total-count', { points: listPoints, readsOnly: true }).by(
    async ({ call, points }) => {
      const first = points['users.list.offset-meaning'] === 'skip' ? 0 : 1;
      const at = async (offset: number) => call('listUsers', { query: { offset, limit: 1 } });
      const isThere = async (offset: number): Promise<boolean> => {
        const answer = await at(offset);
        return answer.status === 200 && expectSuccess(answer, 200).users.length > 0;
      };
      let seen = '';
      for (let attempt = 0; attempt < 3; attempt++) {
        const total = expectSuccess(await at(1), 200).pagination.total_count;
        const last = first + total - 1;
        const atTheEnd = last < 1 || (await isThere(last));
        const beyond = await isThere(last + 1);
        if (atTheEnd && !beyond) return;
        seen = `a total of ${total}, and ${beyond ? 'another user beyond it' : 'no user at its end'}`;
      }
      throw new Failure('as many users to be listed as the total says', seen);
    },
  ),

  // Three of the longest pages hold as many users as the total says.
  userCheck('users.list.total-count', { law: true, points: listPoints, exclusive: 'users' }).by(
    async (ctx) => {
      const least = 201;
      const lacking = Math.max(1, least - (await firstPages(ctx, 1)).total);
      const made = await Promise.all(Array.from({ length: lacking }, () => ctx.arrange.createUser()));
      if (made.some(({ user_id }) => ctx.isLent(user_id)))
        throw new CannotArrange('it needs many new users, and a fixtures file creates none');
      // Another caller may add or delete a user meanwhile, so an odd count is read again.
      let shown = await firstPages(ctx, 3);
      for (let more = 0; more < 2 && shown.different !== shown.expected; more++)
        shown = await firstPages(ctx, 3);
      expectThat(shown.total >= lacking, `at least the ${lacking} new users`, `a total of ${shown.total}`);
      expectEqual(shown.different, shown.expected, `the users on three pages of 100, out of ${shown.total}`);
    },
  ),

  check('users.list.limit-highest').by(async ({ call }) => {
    const answer = await call('listUsers', { query: { offset: 1, limit: 100 } });
    const { users, pagination } = expectSuccess(answer, 200, 'for a limit of 100');
    // Whatever the offset means, at most one user stands before the first page.
    const least = Math.min(100, pagination.total_count - 1);
    expectThat(users.length >= least, `at least ${least} users on a page of 100`, `${users.length}`, answer);
  }),

  userCheck('users.list.pages-tile', {
    points: listPoints,
    exclusive: 'users',
    arrange: async ({ arrange }) => {
      for (let n = 0; n < 6; n++) await arrange.createUser();
    },
    given: fc.record({
      from: fc.integer({ min: 1, max: 8 }),
      limit: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 30 })),
      isNearTheEnd: fc.boolean(),
    }),
    // Every place of a page among the first, each with pages of one and of two.
    always: [1, 2, 3, 4].flatMap((from) => [1, 2].map((limit) => ({ from, limit, isNearTheEnd: from > 2 }))),
    effort: 0.5,
  }).by(async ({ call, points }, { from, limit, isNearTheEnd }) => {
    const read = async (offset: number, size: number) => {
      const answer = await call('listUsers', { query: { offset, limit: size } });
      const { users, pagination } = expectSuccess(answer, 200);
      return { ids: users.map((user) => user.user_id), total: pagination.total_count, answer };
    };
    const byPage = points['users.list.offset-meaning'] === 'page';
    // Those that were made last may be kept apart from those that were there, and stand at the end.
    const end = isNearTheEnd ? (await read(1, 1)).total - limit : 0;
    const start = isNearTheEnd ? Math.max(1, (byPage ? Math.floor(end / (2 * limit)) : end) - from) : from;
    const [left, right] = byPage ? [2 * start - 1, 2 * start] : [start, start + limit];
    for (let attempt = 0; ; attempt++) {
      const whole = await read(start, 2 * limit);
      const first = await read(left, limit);
      const second = await read(right, limit);
      const still = whole.total === first.total && first.total === second.total;
      if (!still && attempt < 3) continue;
      const expected = [...whole.ids].sort();
      return expectEqual([...first.ids, ...second.ids].sort(), expected, 'two pages together', second.answer);
    }
  }),
  userCheck('users.shape.types', {
    points: listPoints,
    arrange: async ({ arrange }) => (await arrange.createUser()).user_id,
    given: userUpdates,
  }).by(async ({ call, arranged: user_id }, body) => {
    expectShape(await call('updateUser', { path: { user_id }, body }));
    const list = await call('listUsers', { query: { offset: 1, limit: 100 } });
    expectShape(list, (place) => place.startsWith('users'));
  }),

  check('users.shape.types', { readsOnly: true, given: anyPage }).by(async ({ call }, query) =>
    expectShape(await call('listUsers', { query }), (place) => place.startsWith('users')),
  ),

  // The list shows the same time as every other answer.
  userCheck('users.shape.created-at', { points: listPoints, given: wholeUsers, effort: 0.25 }).by(
    async (ctx, fields) => {
      const { user_id, created_at } = await ctx.arrange.createUser(fields);
      if (ctx.isLent(user_id))
        throw new CannotArrange('it needs a new user, and a fixtures file creates none');
      const listed = (await findListed(ctx, [user_id])).get(user_id);
      expectEqual(listed?.created_at, created_at, 'created_at in the list');
    },
  ),
  ...userUpdateChecks,
  // What was there before the run keeps a change, and stays deleted, as what the run made does; it is put back afterwards.
  aloneCheck('users.delete.gone', { needs: ['expendable-users'], points: listPoints }).by(async (ctx) => {
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
    const what = 'those that are listed when users that were there before are deleted';
    // In which order is open, and may be another each time.
    expectEqual((await listedUsers(ctx)).map(({ user_id }) => user_id).sort(), left.sort(), what);
  }),

  ...(['getTaxauthIncome', 'listBankStatements'] as const).map((operation) =>
    check(operation === 'getTaxauthIncome' ? 'income.shape.types' : 'bank-statements.shape.types', {
      readsOnly: true,
    }).by(async (ctx) => {
      for (const { user_id } of (await existing(ctx)).slice(0, 10)) {
        const answer = await ctx.call(operation, { path: { user_id } });
        // Where reading takes an authorisation, not everybody has given one.
        if (answer.status === 200) expectShape(answer);
      }
    }),
  ),

  check('direct-connections.answer', { needs: ['expendable-users', 'authorisations'] }).by(async (ctx) => {
    for (const { user_id } of (await existing(ctx)).slice(0, 10)) {
      await ctx.arrange.accept(user_id);
      const answer = await ctx.call('createDirectConnection', { body: { user_id } });
      if (isSuccess(answer)) expectShape(answer);
      else expectRefusal(answer);
    }
  }),

  check('users.patch.persists', {
    needs: ['existing-users'],
    exclusive: 'users',
    arrange: existing,
    given: userUpdates,
    effort: 0.25,
  }).by(async (ctx, update) => {
    const [before] = ctx.arranged as [User];
    const { user_id } = before;
    try {
      expectSuccess(await ctx.call('updateUser', { path: { user_id }, body: update }), 200);
      const shown = (await listed(ctx)).find((one) => one.user_id === user_id);
      const expected = `the user ${user_id}, who was there before, in the list`;
      expectThat(shown !== undefined, expected, 'no such user');
      const lost = (Object.keys(update) as UserField[]).filter(
        (field) => !showsValue(field, shown[field], update[field]),
      );
      expectEqual(lost, [], 'the changed fields of a user who was there before that the list does not show');
    } finally {
      await ctx.call('updateUser', { path: { user_id }, body: asItWas(before) });
    }
  }),
];
