import type { PointId } from '../../spec/profile.ts';
import type { User } from '../../spec/types.ts';
import type { Context } from '../judgement/check.ts';
import { expectSuccess, expectThat } from '../judgement/expect.ts';
import { CannotArrange } from '../judgement/failure.ts';

const pageSize = 100;
const mostPages = 60;

export const listPoints = ['users.list.offset-meaning'] as const satisfies readonly PointId[];

/** The offset of the page with this number, from 0, by what the deployment means by an offset. */
export function offsetOfPage(meaning: 'first-item' | 'skip' | 'page', number: number, limit: number): number {
  if (meaning === 'page') return number + 1;
  return number * limit + 1;
}

/** Every user of the list, in the order of its pages. No user may be created or deleted meanwhile. */
export async function listedUsers(
  ctx: Pick<Context<'users.list.offset-meaning'>, 'call' | 'points'>,
): Promise<User[]> {
  const meaning = ctx.points['users.list.offset-meaning'];
  const read = async (offset: number, limit: number) =>
    expectSuccess(await ctx.call('listUsers', { query: { offset, limit } }), 200);
  const total = (await read(1, 1)).pagination.total_count;
  if (total > mostPages * pageSize)
    throw new CannotArrange(`the list of users is too long to read (${total} users)`);
  // Many short pages show more of how a list is cut than a few long ones.
  const limit = Math.min(pageSize, Math.max(1, Math.ceil(total / 12)));
  const users: User[] = [];
  for (let number = 0; number * limit < total; number++)
    users.push(...(await read(offsetOfPage(meaning, number, limit), limit)).users);
  // An offset that skips users never shows the first of them.
  expectThat(total < 2 || users.length > 0, `users in a list of ${total}`, 'none');
  return users;
}

/**
 * The users of these ids as the list shows them; the newest pages are looked at first, since a check's own users are new.
 * Where an offset is a number of users to skip, and is 1 at least, the first of the list is never shown: a spare user
 * takes that place, should the newest come first.
 */
export async function findListed(
  ctx: Pick<Context<'users.list.offset-meaning'>, 'call' | 'points'> & Partial<Pick<Context, 'arrange'>>,
  ids: readonly string[],
): Promise<Map<string, User>> {
  const meaning = ctx.points['users.list.offset-meaning'];
  if (meaning === 'skip') await ctx.arrange?.createUser();
  const found = new Map<string, User>();
  const read = async (number: number): Promise<number> => {
    const query = { offset: offsetOfPage(meaning, number, pageSize), limit: pageSize };
    const { users, pagination } = expectSuccess(await ctx.call('listUsers', { query }), 200);
    for (const user of users) if (ids.includes(user.user_id)) found.set(user.user_id, user);
    return Math.ceil(pagination.total_count / pageSize);
  };
  const count = await read(0);
  if (count > mostPages)
    throw new CannotArrange(`the list of users is too long to search (${count} pages of ${pageSize})`);
  for (let number = count - 1; number > 0 && found.size < ids.length; number--) await read(number);
  // Users of other checks come and go meanwhile, which may have moved one to the page that was read first.
  if (found.size < ids.length && count > 1) await read(0);
  return found;
}
