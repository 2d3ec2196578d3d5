import fc from 'fast-check';
import { pages } from '../arbitraries/pages.ts';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, check } from '../check.ts';
import { expectEqual, expectShape, expectSuccess, expectThat } from '../expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { userWithIncome } from './held-users.ts';
import { incomeSubmissionChecks } from './income-submissions.ts';
import { incomeBoundCheck } from './list-bounds.ts';

const anyPage = pages(1, 12, 100);

/** Pages so small that there is more to come. */
const smallPages = fc.record({
  offset: fc.integer({ min: 1, max: 2 }),
  limit: fc.integer({ min: 1, max: 3 }),
});

const idsOf = (answer: ServiceResponse<'getTaxauthIncome'>): string[] =>
  expectSuccess(answer, 200).income_submissions.map(({ id }) => id);

const listChecks: readonly Check[] = [
  incomeBoundCheck,

  check({
    clause: 'income.list.answer',
    needs: ['held-income'],
    arrange: userWithIncome,
    given: anyPage,
    property: async ({ call, arranged: { user_id } }, query) => {
      const answer = await call('getTaxauthIncome', { path: { user_id }, query });
      const { income_submissions: list, pagination } = expectSuccess(answer, 200);
      expectThat(Array.isArray(list), 'an array income_submissions', typeof list, answer);
      expectThat(pagination !== null, 'a pagination object', 'null', answer);
      expectShape(answer, (place) => place === '' || place.startsWith('pagination'));
    },
  }),

  check({
    clause: 'income.list.count',
    needs: ['held-income'],
    arrange: userWithIncome,
    given: anyPage,
    property: async ({ call, arranged: { user_id } }, query) => {
      const answer = await call('getTaxauthIncome', { path: { user_id }, query });
      const { income_submissions: list, pagination } = expectSuccess(answer, 200);
      expectEqual(pagination.count, list.length, 'the count of the page', answer);
    },
  }),

  check({
    clause: 'income.list.total-count',
    needs: ['users', 'income'],
    arrange: async (ctx) => ({
      user_id: (await willingUser(ctx.arrange, { taxauth_enabled: true })).user_id,
      made: 0,
    }),
    given: fc.record({ more: fc.integer({ min: 0, max: 2 }), page: anyPage }),
    effort: 0.6,
    property: async ({ call, arrange, arranged }, { more, page }) => {
      const { user_id } = arranged;
      for (let n = 0; n < more; n++) {
        await arrange.createIncome(user_id);
        arranged.made++;
      }
      const answer = await call('getTaxauthIncome', { path: { user_id }, query: page });
      expectEqual(expectSuccess(answer, 200).pagination.total_count, arranged.made, 'the total', answer);
    },
  }),

  check({
    clause: 'income.list.echo',
    needs: ['held-income'],
    arrange: userWithIncome,
    given: anyPage,
    property: async ({ call, arranged: { user_id } }, query) => {
      const answer = await call('getTaxauthIncome', { path: { user_id }, query });
      const { offset, limit } = expectSuccess(answer, 200).pagination;
      expectEqual({ offset, limit }, query, 'the pagination', answer);
    },
  }),

  check({
    clause: 'income.list.at-most-limit',
    needs: ['held-income'],
    arrange: userWithIncome,
    given: smallPages,
    property: async ({ call, arranged: { user_id } }, query) => {
      const answer = await call('getTaxauthIncome', { path: { user_id }, query });
      const { length } = idsOf(answer);
      expectThat(length <= query.limit, `at most ${query.limit} submissions`, `${length}`, answer);
    },
  }),

  check({
    clause: 'income.list.offset-from-one',
    needs: ['held-income'],
    arrange: userWithIncome,
    given: fc.integer({ min: 1, max: 100 }),
    effort: 0.5,
    property: async ({ call, arranged: { user_id } }, limit) => {
      const answer = await call('getTaxauthIncome', { path: { user_id }, query: { offset: 1, limit } });
      expectSuccess(answer, 200, 'for an offset of 1');
    },
  }),

  check({
    clause: 'income.list.limit-lowest',
    needs: ['held-income'],
    arrange: userWithIncome,
    given: fc.integer({ min: 1, max: 12 }),
    effort: 0.5,
    property: async ({ call, arranged: { user_id } }, offset) => {
      const answer = await call('getTaxauthIncome', { path: { user_id }, query: { offset, limit: 1 } });
      const { length } = expectSuccess(answer, 200, 'for a limit of 1').income_submissions;
      expectThat(length <= 1, 'one item at most', `${length}`, answer);
    },
  }),

  check({
    clause: 'income.list.limit-highest',
    needs: ['held-income'],
    arrange: userWithIncome,
    scenario: async ({ call, arranged: { user_id } }) => {
      const query = { offset: 1, limit: 100 };
      const answer = await call('getTaxauthIncome', { path: { user_id }, query });
      expectSuccess(answer, 200, 'for a limit of 100');
    },
  }),

  check({
    clause: 'income.list.pages-tile',
    needs: ['held-income'],
    points: ['income.list.offset-meaning'],
    arrange: userWithIncome,
    given: fc.record({ start: fc.integer({ min: 1, max: 3 }), limit: fc.integer({ min: 1, max: 4 }) }),
    effort: 0.7,
    property: async ({ call, points, arranged: { user_id } }, { start, limit }) => {
      const read = (offset: number, size: number) =>
        call('getTaxauthIncome', { path: { user_id }, query: { offset, limit: size } });
      const byPage = points['income.list.offset-meaning'] === 'page';
      const [left, right] = byPage ? [2 * start - 1, 2 * start] : [start, start + limit];
      const whole = idsOf(await read(start, 2 * limit));
      const first = idsOf(await read(left, limit));
      const answer = await read(right, limit);
      expectEqual([...first, ...idsOf(answer)].sort(), whole.sort(), 'two pages together', answer);
    },
  }),

  check({
    clause: 'income.list.own-only',
    needs: ['users', 'income'],
    scenario: async (ctx) => {
      const make = async (count: number) => {
        const { user_id } = await willingUser(ctx.arrange, { taxauth_enabled: true });
        const ids: string[] = [];
        for (let n = 0; n < count; n++) ids.push((await ctx.arrange.createIncome(user_id)).id);
        return { user_id, ids };
      };
      for (const { user_id, ids } of [await make(2), await make(1), await make(0)]) {
        const answer = await ctx.call('getTaxauthIncome', { path: { user_id }, query: { limit: 100 } });
        expectEqual(idsOf(answer).sort(), [...ids].sort(), "the user's income", answer);
      }
    },
  }),
];

/** The clauses about tax-authority income: the list, its filters, and what a submission holds. */
export const incomeChecks: readonly Check[] = [...listChecks, ...incomeSubmissionChecks];
