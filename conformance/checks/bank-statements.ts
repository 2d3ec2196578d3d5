import fc from 'fast-check';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, check } from '../check.ts';
import { expectEqual, expectSuccess } from '../expect.ts';
import { statementFilterChecks } from './bank-statement-filters.ts';
import { statementShapeChecks } from './bank-statement-shape.ts';
import { userWithStatements } from './held-users.ts';
import { idsOf, userListChecks } from './paged-lists.ts';

const listChecks: readonly Check[] = [
  ...userListChecks({
    area: 'bank-statements',
    field: 'bank_statement_submissions',
    lowestOffset: 0,
    mostItems: 1000,
    highestOffset: 12,
    needs: ['held-bank-statements'],
    arrange: userWithStatements,
    read: ({ call }, user_id, query) => call('listBankStatements', { path: { user_id }, query }),
    newUser: (arrange) => willingUser(arrange),
    create: (arrange, user_id) => arrange.createBankStatement(user_id),
    createNeeds: ['users', 'bank-statements'],
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
];

/** The clauses about bank statement submissions: the list, its filters, and what a submission holds. */
export const bankStatementChecks: readonly Check[] = [
  ...listChecks,
  ...statementFilterChecks,
  ...statementShapeChecks,
];
