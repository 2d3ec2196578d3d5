import { type Check, type Context, checkWith } from '../judgement/check.ts';
import { expectEqual } from '../judgement/expect.ts';
import { pagedLists } from '../predicates/pages.ts';
import { idsOf, pageOf, type UserList } from './paged-lists.ts';

/** The law of long lists: their total, their longest page, and each item once on three pages. */
export function longListChecks<T>(list: UserList<T>): readonly Check[] {
  const { area, createNeeds = [], read, newUser, create, long } = list;
  const { lowestOffset, mostItems } = pagedLists[area];
  const meaning = `${area}.list.offset-meaning` as const;
  const lawCheck = checkWith({ law: true, needs: createNeeds });
  const longUser = (ctx: Pick<Context, 'shared'>): Promise<{ user_id: string }> =>
    ctx.shared(`a long list of ${area}`, async (side) => {
      const { user_id } = await newUser(side.arrange);
      await Promise.all(Array.from({ length: long.length }, () => create(side.arrange, user_id, long.item)));
      return { user_id };
    });
  return [
    lawCheck(`${area}.list.limit-highest`, { arrange: longUser }).by(async (ctx) => {
      const query = { offset: lowestOffset, limit: mostItems };
      const answer = await read(ctx, ctx.arranged.user_id, query);
      const expected = Math.min(long.length, mostItems);
      const what = `the length of a page of ${mostItems} out of ${long.length}`;
      expectEqual(idsOf(answer).length, expected, what, answer);
    }),

    lawCheck(`${area}.list.total-count`, { arrange: longUser }).by(async (ctx) => {
      for (const offset of [lowestOffset, lowestOffset + 1]) {
        const answer = await read(ctx, ctx.arranged.user_id, { offset, limit: 1 });
        expectEqual(pageOf(answer).pagination.total_count, long.length, 'the total of a long list', answer);
      }
    }),

    // Three pages, the last of which has one item: however the list is sorted, its items tie.
    lawCheck(`${area}.list.pages-tile`, { points: [meaning], arrange: longUser }).by(async (ctx) => {
      const limit = Math.floor(long.length / 2);
      const step = ctx.points[meaning] === 'page' ? 1 : limit;
      const ids: string[] = [];
      for (const offset of [0, 1, 2].map((number) => lowestOffset + number * step))
        ids.push(...idsOf(await read(ctx, ctx.arranged.user_id, { offset, limit })));
      const left = long.length - (ctx.points[meaning] === 'skip' ? lowestOffset : 0);
      const what = 'the items on three pages, and the different ones';
      expectEqual([ids.length, new Set(ids).size], [left, left], what);
    }),
  ];
}
