import { expect, test } from 'vitest';
import { type Check, check } from '../../judgement/check.ts';
import { of, run } from '../../testing/run-fake.ts';

/** Looks into the users of a list without asking what they are; alone, or for all who want to know the same. */
const looks = (isShared: boolean): Check =>
  check('users.list.count').by(async (ctx) => {
    const look = async (client: Pick<typeof ctx, 'call'>) => {
      const { body } = await client.call('listUsers');
      return (body as { users: { user_id: string }[] }).users.map(({ user_id }) => user_id);
    };
    await (isShared ? ctx.shared('users', look) : look(ctx));
  });

test.each([
  ['of its own', false],
  ['of what it shares with others', true],
])('a check that stumbles over an answer %s tells of the answer', async (_, isShared) => {
  const pagination = { offset: 1, limit: 100, count: 1, total_count: 1 };
  const result = await run({ checks: [looks(isShared)] }, {}, ({ path }) =>
    path === '/users' ? { status: 200, body: { pagination, users: [null] } } : undefined,
  );
  const { verdict, failure } = of(result, 'users.list.count');
  expect([verdict, failure?.expected]).toEqual(['fail', 'a body of the stated shape']);
});
