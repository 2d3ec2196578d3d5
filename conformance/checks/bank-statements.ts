import fc from 'fast-check';
import { pages } from '../arbitraries/pages.ts';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, check } from '../check.ts';
import { expectEqual, expectShape, expectSuccess, expectThat } from '../expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { statementFilterChecks } from './bank-statement-filters.ts';
import { statementShapeChecks } from './bank-statement-shape.ts';
import { userWithStatements } from './held-users.ts';
import { statementBoundCheck } from './list-bounds.ts';

const anyPage = pages(0, 12, 1000);

/** Pages so small that there is more to come. */
const smallPages = fc.record({
  offset: fc.integer({ min: 0, max: 1 }),
  limit: fc.integer({ min: 1, max: 3 }),
});

const idsOf = (answer: ServiceResponse<'listBankStatements'>): string[] =>
  expectSuccess(answer, 200).bank_statement_submissions.map(({ id }) => id);

const listChecks: readonly Check[] = [
  statementBoundCheck,

  check({
    clause: 'bank-statements.list.answer',
    needs: ['held-bank-statements'],
    arrange: userWithStatements,
    given: anyPage,
    property: async ({ call, arranged: { user_id } }, query) => {
      const answer = await call('listBankStatements', { path: { user_id }, query });
      const { bank_statement_submissions: list, pagination } = expectSuccess(answer, 200);
      expectThat(Array.isArray(list), 'an array bank_statement_submissions', typeof list, answer);
      expectThat(pagination !== null, 'a pagination object', 'null', answer);
      expectShape(answer, (place) => place === '' || place.startsWith('pagination'));
    },
  }),

  check({
    clause: 'bank-statements.list.count',
    needs: ['held-bank-statements'],
    arrange: userWithStatements,
    given: anyPage,
    property: async ({ call, arranged: { user_id } }, query) => {
      const answer = await call('listBankStatements', { path: { user_id }, query });
      const { bank_statement_submissions: list, pagination } = expectSuccess(answer, 200);
      expectEqual(pagination.count, list.length, 'the count of the page', answer);
    },
  }),

  check({
    clause: 'bank-statements.list.total-count',
    needs: ['users', 'bank-statements'],
    arrange: async (ctx) => ({ user_id: (await willingUser(ctx.arrange)).user_id, made: 0 }),
    given: fc.record({ more: fc.integer({ min: 0, max: 2 }), page: anyPage }),
    effort: 0.6,
    property: async ({ call, arrange, arranged }, { more, page }) => {
      const { user_id } = arranged;
      for (let n = 0; n < more; n++) {
        await arrange.createBankStatement(user_id);
        arranged.made++;
      }
      const answer = await call('listBankStatements', { path: { user_id }, query: page });
      expectEqual(expectSuccess(answer, 200).pagination.total_count, arranged.made, 'the total', answer);
    },
  }),

  check({
    clause: 'bank-statements.list.echo',
    needs: ['held-bank-statements'],
    arrange: userWithStatements,
    given: anyPage,
    property: async ({ call, arranged: { user_id } }, query) => {
      const answer = await call('listBankStatements', { path: { user_id }, query });
      const { offset, limit } = expectSuccess(answer, 200).pagination;
      expectEqual({ offset, limit }, query, 'the pagination', answer);
    },
  }),

  check({
    clause: 'bank-statements.list.at-most-limit',
    needs: ['held-bank-statements'],
    arrange: userWithStatements,
    given: smallPages,
    property: async ({ call, arranged: { user_id } }, query) => {
      const answer = await call('listBankStatements', { path: { user_id }, query });
      const { length } = idsOf(answer);
      expectThat(length <= query.limit, `at most ${query.limit} statements`, `${length}`, answer);
    },
  }),

  check({
    clause: 'bank-statements.list.offset-from-zero',
    needs: ['held-bank-statements'],
    arrange: userWithStatements,
    given: fc.integer({ min: 20, max: 1000 }),
    effort: 0.5,
    property: async ({ call, arranged: { user_id } }, limit) => {
      const answer = await call('listBankStatements', { path: { user_id }, query: { offset: 0, limit } });
      const { pagination } = expectSuccess(answer, 200);
      const all = Math.min(limit, pagination.total_count);
      expectEqual(idsOf(answer).length, all, 'the number of statements from offset 0', answer);
    },
  }),

  check({
    clause: 'bank-statements.list.limit-lowest',
    needs: ['held-bank-statements'],
    arrange: userWithStatements,
    given: fc.integer({ min: 0, max: 12 }),
    effort: 0.5,
    property: async ({ call, arranged: { user_id } }, offset) => {
      const answer = await call('listBankStatements', { path: { user_id }, query: { offset, limit: 1 } });
      const { length } = expectSuccess(answer, 200, 'for a limit of 1').bank_statement_submissions;
      expectThat(length <= 1, 'one item at most', `${length}`, answer);
    },
  }),

  check({
    clause: 'bank-statements.list.limit-highest',
    needs: ['held-bank-statements'],
    arrange: userWithStatements,
    scenario: async ({ call, arranged: { user_id } }) => {
      const query = { offset: 0, limit: 1000 };
      const answer = await call('listBankStatements', { path: { user_id }, query });
      expectSuccess(answer, 200, 'for a limit of 1000');
    },
  }),
  check({
    clause: 'bank-statements.list.limit-highest',
    needs: ['users', 'bank-statements'],
    scenario: async (ctx) => {
      const { user_id } = await willingUser(ctx.arrange);
      // One more than the other lists have on a page.
      const made = await Promise.all(
        Array.from({ length: 101 }, () => ctx.arrange.createBankStatement(user_id)),
      );
      for (const limit of [101, 1000]) {
        const query = { offset: 0, limit };
        const answer = await ctx.call('listBankStatements', { path: { user_id }, query });
        expectEqual(idsOf(answer).length, made.length, `the statements on a page of ${limit}`, answer);
      }
    },
  }),

  check({
    clause: 'bank-statements.list.pages-tile',
    needs: ['held-bank-statements'],
    points: ['bank-statements.list.offset-meaning'],
    arrange: async (ctx) => {
      const { user_id } = await userWithStatements(ctx);
      const query = { offset: 0, limit: 100 };
      return { user_id, all: idsOf(await ctx.call('listBankStatements', { path: { user_id }, query })) };
    },
    given: fc.integer({ min: 1, max: 5 }),
    effort: 0.5,
    property: async ({ call, points, arranged: { user_id, all } }, limit) => {
      const byPage = points['bank-statements.list.offset-meaning'] === 'page';
      const seen: string[] = [];
      let answer: ServiceResponse<'listBankStatements'> | undefined;
      for (let number = 0; number * limit < all.length; number++) {
        const offset = byPage ? number : number * limit;
        answer = await call('listBankStatements', { path: { user_id }, query: { offset, limit } });
        seen.push(...idsOf(answer));
      }
      expectEqual(seen.sort(), [...all].sort(), `the statements on pages of ${limit}`, answer);
    },
  }),

  check({
    clause: 'bank-statements.list.own-only',
    needs: ['users', 'bank-statements'],
    scenario: async (ctx) => {
      const make = async (count: number) => {
        const { user_id } = await willingUser(ctx.arrange);
        const ids: string[] = [];
        for (let n = 0; n < count; n++) ids.push((await ctx.arrange.createBankStatement(user_id)).id);
        return { user_id, ids };
      };
      for (const { user_id, ids } of [await make(2), await make(1), await make(0)]) {
        const query = { offset: 0, limit: 100 };
        const answer = await ctx.call('listBankStatements', { path: { user_id }, query });
        expectEqual(idsOf(answer).sort(), [...ids].sort(), "the user's statements", answer);
      }
    },
  }),
];

/** The clauses about bank statement submissions: the list, its filters, and what a submission holds. */
export const bankStatementChecks: readonly Check[] = [
  ...listChecks,
  ...statementFilterChecks,
  ...statementShapeChecks,
];
