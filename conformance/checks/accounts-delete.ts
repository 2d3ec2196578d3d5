import fc from 'fast-check';
import { unknownIds } from '../arbitraries/text.ts';
import type { Capability } from '../capability.ts';
import { type Check, type ClientUnderTest, check } from '../check.ts';
import { expectRefusal, expectSuccess, expectThat, expectTwin } from '../expect.ts';

const needs = ['users', 'accounts'] as const satisfies readonly Capability[];

const newUser = async ({ arrange }: Pick<ClientUnderTest, 'arrange'>): Promise<string> =>
  (await arrange.createUser()).user_id;

const link = async ({ arrange }: Pick<ClientUnderTest, 'arrange'>, user_id: string, mfa_enabled = false) =>
  (await arrange.linkAccount(user_id, { mfa_enabled, payroll: [] })).account_id;

const remove = ({ call }: Pick<ClientUnderTest, 'call'>, account_id: string) =>
  call('deleteAccount', { path: { account_id } });

export const accountDeletionChecks: readonly Check[] = [
  check({
    clause: 'accounts.delete.confirms',
    needs,
    arrange: newUser,
    given: fc.boolean(),
    effort: 0.25,
    property: async (ctx, waits) => {
      const answer = await remove(ctx, await link(ctx, ctx.arranged, waits));
      const { message } = expectSuccess(answer, 200);
      expectThat(typeof message === 'string', 'a message text', JSON.stringify(message) ?? 'none', answer);
    },
  }),

  check({
    clause: 'accounts.delete.gone',
    needs,
    given: fc.integer({ min: 0, max: 2 }),
    effort: 0.25,
    property: async (ctx, gone) => {
      const user_id = await newUser(ctx);
      const accounts: string[] = [];
      for (let n = 0; n < 3; n++) accounts.push(await link(ctx, user_id));
      const [deleted = ''] = accounts.splice(gone, 1);
      expectTwin(await remove(ctx, deleted));
      expectRefusal(await remove(ctx, deleted), { status: 404 }, 'for an account that is deleted');
      for (const other of accounts) expectSuccess(await remove(ctx, other), 200, 'for another account');
    },
  }),

  check({
    clause: 'accounts.delete.unknown',
    needs,
    arrange: newUser,
    given: unknownIds,
    effort: 0.5,
    property: async (ctx, nobodys) => {
      expectRefusal(await remove(ctx, nobodys), { status: 404 });
      expectTwin(await remove(ctx, await link(ctx, ctx.arranged)));
    },
  }),
];
