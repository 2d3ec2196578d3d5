import type { PointId } from '../../spec/profile.ts';
import type { User } from '../../spec/types.ts';
import type { Arranging, Context } from '../judgement/check.ts';
import { expectSuccess, expectThat } from '../judgement/expect.ts';
import { CannotArrange } from '../judgement/failure.ts';
import { isSuccess } from '../target/exchange.ts';

const pageSize = 100;
const mostPages = 60;

export const listPoints = ['users.list.offset-meaning'] as const satisfies readonly PointId[];

/** The offset of the page with this number, from 0, by what the deployment means by an offset. */
export const offsetOfPage = (meaning: 'first-item' | 'skip' | 'page', number: number, limit: number) =>
  meaning === 'page' ? number + 1 : number * limit + 1;

export type ListingContext = Context<'users.list.offset-meaning'>;
type Listing = Pick<ListingContext, 'call' | 'points'>;

/** A page of users, each of whom has an id: only ids distinguish them. */
async function pageOf({ call }: Listing, offset: number, limit: number) {
  const answer = await call('listUsers', { query: { offset, limit } });
  const page = expectSuccess(answer, 200);
  const isNamed = page.users.every(({ user_id }) => typeof user_id === 'string');
  expectThat(isNamed, 'every user in the list to have a user_id', 'one without', answer);
  return page;
}

/** A list of which no check reads so much, unless it is its total that is wrong: then the page shortly before its end is empty. */
async function tooLong(ctx: Listing, total: number): Promise<CannotArrange> {
  const lastFull = Math.floor(total / pageSize) - 1;
  const offset = offsetOfPage(ctx.points['users.list.offset-meaning'], lastFull, pageSize);
  const answer = await ctx.call('listUsers', { query: { offset, limit: pageSize } });
  const isEmpty = isSuccess(answer) && expectSuccess(answer).users.length === 0;
  expectThat(!isEmpty, `users at offset ${offset} of a list of ${total}`, 'none', answer);
  return new CannotArrange(`the list of users is too long to read (${total} users)`);
}

/** Every user of the list, in the order of its pages. No user may be created or deleted meanwhile. */
export async function listedUsers(ctx: Listing): Promise<User[]> {
  const meaning = ctx.points['users.list.offset-meaning'];
  const { users: shown, pagination } = await pageOf(ctx, 1, 1);
  const total = pagination.total_count;
  expectThat(total >= shown.length, `a total_count of at least ${shown.length}`, String(total));
  if (total > mostPages * pageSize) throw await tooLong(ctx, total);
  // Many short pages show more of how a list is cut than a few long ones.
  const limit = Math.min(pageSize, Math.max(1, Math.ceil(total / 12)));
  const users: User[] = [];
  for (let number = 0; number * limit < total; number++)
    users.push(...(await pageOf(ctx, offsetOfPage(meaning, number, limit), limit)).users);
  // An offset that skips users never shows the first of them.
  expectThat(total < 2 || users.length > 0, `users in a list of ${total}`, 'none');
  return users;
}

/**
 * The users of these ids as the list shows them; the newest pages are looked at first, since a check's own users are new.
 * Where an offset is a number of users to skip, and is 1 at least, the first of the list is never shown: a spare user
 * takes that place, should the newest come first.
 */
export async function findListed(ctx: Listing & Partial<Arranging>, ids: readonly string[]) {
  const meaning = ctx.points['users.list.offset-meaning'];
  if (meaning === 'skip') await ctx.arrange?.createUser();
  const found = new Map<string, User>();
  const read = async (number: number): Promise<number> => {
    const { users, pagination } = await pageOf(ctx, offsetOfPage(meaning, number, pageSize), pageSize);
    for (const user of users) if (ids.includes(user.user_id)) found.set(user.user_id, user);
    return pagination.total_count;
  };
  const total = await read(0);
  if (total > mostPages * pageSize) throw await tooLong(ctx, total);
  const count = Math.ceil(total / pageSize);
  for (let number = count - 1; number > 0 && found.size < ids.length; number--) await read(number);
  // Users of other checks come and go meanwhile, which may have moved one to the page that was read first.
  if (found.size < ids.length && count > 1) await read(0);
  return found;
}
