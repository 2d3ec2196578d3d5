import fc from 'fast-check';
import { unknownIds } from '../arbitraries/text.ts';
import { userUpdates, wholeUsers } from '../arbitraries/user-updates.ts';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, type ClientUnderTest, check } from '../check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat, expectTwin } from '../expect.ts';
import { payslipOf } from '../steps/linked-user.ts';
import { findListed, listPoints } from '../steps/user-list.ts';

/** A payslip of which an estimate can be made. */
const payslip = payslipOf(3);

const remove = (side: Pick<ClientUnderTest, 'call'>, user_id: string) =>
  side.call('deleteUser', { path: { user_id } });

export const userDeletionChecks: readonly Check[] = [
  check('users.delete.confirms', {
    needs: ['users'],
    given: wholeUsers,
    effort: 0.25,
    property: async (ctx, fields) => {
      const { user_id } = await ctx.arrange.createUser(fields);
      const answer = await remove(ctx, user_id);
      const { message } = expectSuccess(answer, 200);
      expectThat(typeof message === 'string', 'a message text', JSON.stringify(message) ?? 'none', answer);
    },
  }),

  check('users.delete.gone', {
    needs: ['users'],
    points: listPoints,
    given: fc.record({ fields: wholeUsers, update: userUpdates }),
    effort: 0.4,
    property: async (ctx, { fields, update }) => {
      const { user_id } = await ctx.arrange.createUser(fields);
      expectTwin(await ctx.call('updateUser', { path: { user_id }, body: update }));
      expectTwin(await remove(ctx, user_id));
      expectRefusal(await ctx.call('updateUser', { path: { user_id }, body: update }), { status: 404 });
      expectRefusal(await remove(ctx, user_id), { status: 404 });
      const listed = await findListed(ctx, [user_id]);
      expectEqual(listed.size, 0, 'how often the deleted user is listed');
    },
  }),

  check('users.delete.unknown', {
    needs: ['users'],
    given: unknownIds,
    effort: 0.5,
    property: async (ctx, unknown) => {
      const { user_id } = await ctx.arrange.createUser();
      expectRefusal(await remove(ctx, unknown), { status: 404 });
      expectTwin(await remove(ctx, user_id));
    },
  }),

  check('users.delete.takes-files', {
    needs: ['users', 'bank-statements'],
    uses: ['bank-statements.list.unknown-user'],
    scenario: async (ctx) => {
      const { user_id } = await willingUser(ctx.arrange);
      const path = { user_id };
      await ctx.arrange.createBankStatement(user_id);
      const before = expectSuccess(await ctx.call('listBankStatements', { path }), 200);
      expectEqual(before.bank_statement_submissions.length, 1, 'the number of statements before');
      expectTwin(await remove(ctx, user_id));
      const answer = await ctx.call('listBankStatements', { path });
      const form = ctx.known['bank-statements.list.unknown-user'];
      const empty = form === 'empty' || (form === undefined && answer.status === 200);
      if (!empty) return void expectRefusal(answer, { status: 404 });
      expectEqual(expectSuccess(answer, 200).bank_statement_submissions, [], 'the statements', answer);
    },
  }),

  check('users.delete.takes-accounts', { needs: ['users', 'accounts', 'authorisations'] }, async (ctx) => {
    const link = async () => {
      const { user_id } = await ctx.arrange.createUser();
      await ctx.arrange.accept(user_id);
      const waiting = await ctx.arrange.linkAccount(user_id, { mfa_enabled: true, mfa: '1234' });
      const other = await ctx.arrange.linkAccount(user_id);
      return { user_id, waiting: waiting.account_id, other: other.account_id };
    };
    const answer = (account_id: string) =>
      ctx.call('submitMfa', { path: { account_id }, body: { mfa: '1234' } });
    const unlink = (account_id: string) => ctx.call('deleteAccount', { path: { account_id } });
    const gone = await link();
    const twin = await link();
    expectTwin(await remove(ctx, gone.user_id));
    expectTwin(await answer(twin.waiting));
    expectRefusal(await answer(gone.waiting), { status: 404 });
    expectTwin(await unlink(twin.other));
    expectRefusal(await unlink(gone.other), { status: 404 });
  }),

  check('users.delete.takes-entries', { needs: ['users', 'entries'] }, async (ctx) => {
    const make = async () => {
      const { user_id } = await ctx.arrange.createUser();
      return { user_id, entry_id: (await ctx.arrange.createEntry(user_id, [payslip])).entry_id };
    };
    const gone = await make();
    const twin = await make();
    expectTwin(await remove(ctx, gone.user_id));
    expectTwin(await ctx.call('deleteEntry', { path: { entry_id: twin.entry_id } }));
    expectRefusal(await ctx.call('deleteEntry', { path: { entry_id: gone.entry_id } }), { status: 404 });
  }),

  check('users.delete.takes-payroll', { needs: ['users', 'entries'] }, async (ctx) => {
    const { user_id } = await willingUser(ctx.arrange);
    await ctx.arrange.createEntry(user_id, [payslip]);
    const estimate = () => ctx.call('getOnsExpenditure', { path: { user_id } });
    expectTwin(await estimate());
    expectTwin(await remove(ctx, user_id));
    expectRefusal(await estimate(), { status: 404 });
  }),
];
