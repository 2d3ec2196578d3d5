import type { Capability } from '../capability.ts';
import { type Check, check } from '../check.ts';
import { expectRefusal, expectSuccess, expectTwin } from '../expect.ts';
import {
  type BearerOperation,
  bearerOperations,
  bearerRequests,
  keyedReads,
} from '../steps/lawful-requests.ts';
import { linkedUser } from '../steps/linked-user.ts';
import type { CallOptions } from '../target/caller.ts';

const needs = ['users', 'tokens', 'authorisations', 'accounts'] as const satisfies readonly Capability[];

const request = (operation: BearerOperation, user: { account_id: string }): CallOptions<BearerOperation> =>
  bearerRequests(user)[operation] as CallOptions<BearerOperation>;

/** Tokens that were good once, and tokens of the other kind. */
export const lapsedTokenChecks: readonly Check[] = [
  check({
    clause: 'auth.bearer.expired',
    needs: [...needs, 'clock'],
    exclusive: 'clock',
    scenario: async (ctx) => {
      const user = await linkedUser(ctx);
      const bearer = await ctx.arrange.tokenFor(user.user_id, { expiresInSeconds: 600 });
      for (const operation of bearerOperations)
        expectTwin(await ctx.call(operation, { ...request(operation, user), as: { bearer } }));
      await ctx.arrange.moveClock({ by: 'PT11M' });
      for (const operation of bearerOperations)
        expectRefusal(
          await ctx.call(operation, { ...request(operation, user), as: { bearer } }),
          { status: 401 },
          `for ${operation} with a token whose time is over`,
        );
    },
  }),

  check({
    clause: 'auth.bearer.deleted-user',
    needs,
    scenario: async (ctx) => {
      const user = await linkedUser(ctx);
      const as = { bearer: user.bearer };
      for (const operation of bearerOperations)
        expectTwin(await ctx.call(operation, { ...request(operation, user), as }));
      const { user_id } = user;
      expectSuccess(await ctx.call('deleteUser', { path: { user_id } }), 200);
      for (const operation of bearerOperations)
        expectRefusal(
          await ctx.call(operation, { ...request(operation, user), as }),
          {},
          `for ${operation} with the token of a user who is gone`,
        );
    },
  }),

  check({
    clause: 'auth.member-token.not-a-users',
    needs: [...needs, 'member'],
    scenario: async (ctx) => {
      const user = await linkedUser(ctx);
      for (const operation of bearerOperations) {
        expectTwin(await ctx.call(operation, { ...request(operation, user), as: { bearer: user.bearer } }));
        expectRefusal(
          await ctx.call(operation, { ...request(operation, user), as: 'member' }),
          {},
          `for ${operation} with a member's token`,
        );
      }
    },
  }),

  check({
    clause: 'auth.member-token.expired',
    needs: ['member', 'clock'],
    points: ['auth.member-token.operations', 'auth.member-token.lifetime-seconds'],
    exclusive: 'clock',
    scenario: async (ctx) => {
      const opened = keyedReads.filter((one) => ctx.points['auth.member-token.operations'].includes(one));
      const { jwt } = expectSuccess(await ctx.call('signInMember', { body: ctx.member, as: 'none' }), 200);
      for (const operation of opened) expectTwin(await ctx.call(operation, { as: { bearer: jwt } }));
      await ctx.arrange.moveClock({ by: `PT${ctx.points['auth.member-token.lifetime-seconds'] + 60}S` });
      for (const operation of opened)
        expectRefusal(
          await ctx.call(operation, { as: { bearer: jwt } }),
          { status: 401 },
          `for ${operation} with a member's token whose time is over`,
        );
    },
  }),
];
