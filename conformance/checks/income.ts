import fc from 'fast-check';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, check } from '../check.ts';
import { expectSuccess } from '../expect.ts';
import { userWithIncome } from './held-users.ts';
import { incomeSubmissionChecks } from './income-submissions.ts';
import { userListChecks } from './paged-lists.ts';

const listChecks: readonly Check[] = [
  ...userListChecks({
    area: 'income',
    field: 'income_submissions',
    lowestOffset: 1,
    mostItems: 100,
    highestOffset: 12,
    needs: ['held-income'],
    arrange: userWithIncome,
    read: ({ call }, user_id, query) => call('getTaxauthIncome', { path: { user_id }, query }),
    newUser: (arrange) => willingUser(arrange, { taxauth_enabled: true }),
    create: (arrange, user_id) => arrange.createIncome(user_id),
    createNeeds: ['users', 'income'],
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
];

/** The clauses about tax-authority income: the list, its filters, and what a submission holds. */
export const incomeChecks: readonly Check[] = [...listChecks, ...incomeSubmissionChecks];
