import fc from 'fast-check';
import { userUpdates, wholeUsers } from '../arbitraries/user-updates.ts';
import { type Check, type ClientUnderTest, check } from '../check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectTwin } from '../expect.ts';
import { details, payslipOf } from '../steps/linked-user.ts';
import { findListed, listPoints } from '../steps/user-list.ts';
import type { ServiceResponse } from '../target/exchange.ts';

const total = async ({ call }: Pick<ClientUnderTest, 'call'>): Promise<number> =>
  expectSuccess(await call('listUsers', { query: { offset: 1, limit: 1 } }), 200).pagination.total_count;

/** What reading another client's user gives: a refusal, or nothing. */
function expectNothing(answer: ServiceResponse, list: string): void {
  if (answer.status !== 200) return void expectRefusal(answer);
  const body = expectSuccess(answer, 200) as Record<string, unknown>;
  expectEqual(body[list], [], "what is shown of the other client's user", answer);
}

export const userIsolationChecks: readonly Check[] = [
  check({
    clause: 'isolation.users.list',
    needs: ['other-client', 'users'],
    points: listPoints,
    exclusive: 'users',
    given: fc.integer({ min: 1, max: 2 }),
    effort: 0.25,
    property: async (ctx, made) => {
      let seen: readonly number[] = [];
      // Another caller may add or delete a user meanwhile, so an odd count is read again.
      for (let attempt = 0; attempt < 3; attempt++) {
        const before = await total(ctx);
        const ids: string[] = [];
        for (let n = 0; n < made; n++) ids.push((await ctx.other.arrange.createUser()).user_id);
        const after = await total(ctx);
        expectEqual((await findListed(ctx, ids)).size, 0, "the other client's users in the list");
        seen = [before, after];
        if (after === before) return;
      }
      expectEqual(seen[1], seen[0], "the number of users after the other client's grew");
    },
  }),

  check({
    clause: 'isolation.users.change',
    needs: ['other-client', 'users'],
    points: listPoints,
    given: fc.record({ fields: wholeUsers, update: userUpdates }),
    effort: 0.25,
    property: async (ctx, { fields, update }) => {
      const { other, points } = ctx;
      // Between two others, since the first of a list may be out of reach where the offset skips it.
      await other.arrange.createUser();
      const { user_id } = await other.arrange.createUser(fields);
      await other.arrange.createUser();
      const path = { user_id };
      const shown = async () => (await findListed({ ...other, points }, [user_id])).get(user_id);
      const before = await shown();
      expectRefusal(await ctx.call('updateUser', { path, body: update }));
      expectRefusal(await ctx.call('deleteUser', { path }));
      expectEqual(await shown(), before, "the other client's user");
      expectTwin(await other.call('updateUser', { path, body: update }));
    },
  }),

  check({
    clause: 'isolation.users.expenditure',
    needs: ['other-client', 'users', 'entries', 'authorisations'],
    scenario: async ({ call, other }) => {
      const user = { ...details, post_codes: [...details.post_codes] };
      const { user_id } = await other.arrange.createUser(user);
      await other.arrange.accept(user_id);
      await other.arrange.createEntry(user_id, [payslipOf(3)]);
      expectTwin(await other.call('getOnsExpenditure', { path: { user_id } }));
      const answer = await call('getOnsExpenditure', { path: { user_id } });
      expectRefusal(answer, { status: 404, names: [`User [${user_id}] not found`] });
    },
  }),

  check({
    clause: 'isolation.users.data',
    needs: ['other-client', 'users', 'bank-statements', 'income', 'authorisations'],
    scenario: async ({ call, other }) => {
      const user = { ...details, post_codes: [...details.post_codes], taxauth_enabled: true };
      const { user_id } = await other.arrange.createUser(user);
      const path = { user_id };
      await other.arrange.accept(user_id);
      await other.arrange.createBankStatement(user_id);
      await other.arrange.createIncome(user_id);
      expectTwin(await other.call('listBankStatements', { path }));
      const statements = await call('listBankStatements', { path });
      expectNothing(statements, 'bank_statement_submissions');
      expectTwin(await other.call('getTaxauthIncome', { path }));
      const income = await call('getTaxauthIncome', { path });
      expectNothing(income, 'income_submissions');
      expectTwin(await other.call('createDirectConnection', { body: { user_id } }));
      const connected = await call('createDirectConnection', { body: { user_id } });
      expectRefusal(connected);
    },
  }),
];
