import fc from 'fast-check';
import { memberToken } from '../deployment/member-token.ts';
import type { Capability } from '../judgement/capability.ts';
import { type Check, type Context, check, checkWith } from '../judgement/check.ts';
import { expectRefusal, expectSuccess, expectThat, expectTwin } from '../judgement/expect.ts';
import { CannotArrange } from '../judgement/failure.ts';
import {
  type BearerOperation,
  bearerOperations,
  bearerRequests,
  expectAllRefused,
  type KeyedOperation,
  keyedReads,
  lawful,
  lawfulUses,
  refusable,
  refusableCheck,
  refusableNeeds,
} from '../steps/lawful-requests.ts';
import { type LinkedUser, linkedUser } from '../steps/linked-user.ts';
import type { CallOptions, Credentials } from '../target/caller.ts';
import { isSuccess, type ServiceResponse } from '../target/exchange.ts';

const needs: readonly Capability[] = ['users', 'tokens', 'authorisations', 'accounts'];
const tokenCheck = checkWith({ needs });
const arrange = (ctx: Pick<Context, 'arrange'>): Promise<LinkedUser> => linkedUser(ctx);

type Ready = Pick<Context<never, LinkedUser>, 'call' | 'arranged'>;

const ask = (
  { call, arranged }: Ready,
  operation: BearerOperation,
  as: Credentials,
): Promise<ServiceResponse> =>
  call(operation, { ...(bearerRequests(arranged)[operation] as CallOptions<BearerOperation>), as });

const refusesWithout = (operation: BearerOperation) => async (ctx: Ready) => {
  expectTwin(await ask(ctx, operation, { bearer: ctx.arranged.bearer }));
  expectRefusal(await ask(ctx, operation, 'none'), { status: 401 });
  const headers = { Authorization: `Basic ${ctx.arranged.bearer}` };
  const options = { ...bearerRequests(ctx.arranged)[operation], headers, as: 'none' as const };
  const answer = await ctx.call(operation, options as CallOptions<BearerOperation>);
  expectRefusal(answer, { status: 401 }, 'for the token under the scheme "Basic"');
};

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const chunk = fc.string({ unit: fc.constantFrom(...base64url), minLength: 8, maxLength: 40 });

/** Texts that were never issued as a token, some of them very like one that was. */
const wrongTokens = (token: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('null', 'undefined', 'wrong', 'ACCESS_TOKEN'),
    chunk,
    fc.tuple(chunk, chunk, chunk).map((parts) => parts.join('.')),
    // The last characters may hold bits that count for nothing, so they are left alone.
    fc
      .integer({ min: 0, max: Math.max(0, token.length - 5) })
      .filter((at) => token[at] !== '.')
      .map((at) => `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`),
    fc.integer({ min: 1, max: Math.max(1, token.length - 4) }).map((length) => token.slice(0, length)),
  );

/** A token with another character in the middle of one of its parts, for each of them. */
const alteredInEach = (token: string): string[] =>
  token.split('.').map((part, at, parts) => {
    const middle = Math.floor(part.length / 2);
    const altered = `${part.slice(0, middle)}${part[middle] === 'A' ? 'B' : 'A'}${part.slice(middle + 1)}`;
    return parts.with(at, altered).join('.');
  });

/** A member's token to alter; where no member can sign in, a made-up one, since an altered token was never issued either. */
const tokenToAlter = (ctx: Pick<Context, 'call' | 'member'>): Promise<string> =>
  memberToken(ctx, ctx).catch((error: unknown) => {
    if (!(error instanceof CannotArrange)) throw error;
    return 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtYWRlIHVwIn0.bm90IGEgc2lnbmF0dXJl';
  });

/** The clauses about bearer tokens, of users and of members, also those that were good once. */
export const bearerChecks: readonly Check[] = [
  refusableCheck('auth.bearer.opens-nothing-else', { arrange: refusable }).by((ctx) =>
    expectAllRefused(ctx, { bearer: ctx.arranged.bearer }, "with a user's token alone"),
  ),

  check('auth.member-token.somewhere', {
    needs: ['member'],
    points: ['auth.member-token.operations'],
    readsOnly: true,
  }).by(async ({ call, points }) => {
    const operations = points['auth.member-token.operations'];
    for (const operation of keyedReads) {
      const answer = await call(operation, { as: 'member' });
      if (operations.includes(operation)) expectSuccess(answer, 200, `for ${operation} as a member`);
      else expectRefusal(answer, {}, `for ${operation} as a member, as was seen before`);
    }
  }),

  check('auth.member-token.somewhere', {
    needs: [...refusableNeeds, 'member'],
    points: ['auth.member-token.operations'],
    arrange: refusable,
  }).by(async (ctx) => {
    const isClosed = (one: KeyedOperation) => !ctx.points['auth.member-token.operations'].includes(one);
    await expectAllRefused(ctx, 'member', 'as a member, as was seen before', {}, isClosed);
  }),

  check('auth.member-token.somewhere', {
    needs: [...refusableNeeds, 'member'],
    points: ['auth.member-token.operations'],
    uses: lawfulUses,
  }).by(async (ctx) => {
    for (const operation of ctx.points['auth.member-token.operations']) {
      const options = (await lawful[operation](ctx)) as CallOptions<typeof operation>;
      const answer = await ctx.call(operation, { ...options, as: 'member' });
      // What a member's role forbids is not shown, and a server may check the role last.
      if (isSuccess(answer) || answer.status === 403) continue;
      const { status } = await ctx.call(operation, options);
      expectThat(
        answer.status === status,
        `what ${operation} gets with the API key, ${status}, for a member too`,
        String(answer.status),
        answer,
      );
    }
  }),

  check('auth.member-token.wrong-value', {
    needs: [...refusableNeeds, 'member'],
    uses: lawfulUses,
    arrange: async (ctx) => ({ ...(await refusable(ctx)), jwt: await tokenToAlter(ctx) }),
    given: ({ arranged }) => wrongTokens(arranged.jwt),
    effort: 0.25,
  }).by((ctx, bearer) => expectAllRefused(ctx, { bearer }, 'with a token that was never issued')),
  check('auth.member-token.wrong-value', {
    needs: ['member'],
    readsOnly: true,
    arrange: tokenToAlter,
    given: ({ arranged }) =>
      fc.record({ bearer: wrongTokens(arranged), operation: fc.constantFrom<KeyedOperation>(...keyedReads) }),
    always: ({ arranged }) =>
      alteredInEach(arranged).flatMap((bearer) => keyedReads.map((operation) => ({ bearer, operation }))),
  }).by(
    async ({ call }, { bearer, operation }) =>
      void expectRefusal(await call(operation, { as: { bearer } }), { status: 401 }, 'for a wrong token'),
  ),

  tokenCheck('auth.bearer.payroll-connection', { arrange }).by(refusesWithout('queryPayrollConnection')),

  tokenCheck('auth.bearer.presign', { arrange }).by(refusesWithout('presignBankStatements')),

  tokenCheck('auth.bearer.wrong-value', {
    arrange,
    given: ({ arranged }) =>
      fc.record({ token: wrongTokens(arranged.bearer), operation: fc.constantFrom(...bearerOperations) }),
    always: ({ arranged }) =>
      alteredInEach(arranged.bearer).flatMap((token) =>
        bearerOperations.map((operation) => ({ token, operation })),
      ),
    effort: 1.5,
  }).by(async (ctx, { token, operation }) => {
    expectRefusal(await ask(ctx, operation, { bearer: token }), { status: 401 }, 'for a token of no user');
    expectTwin(await ask(ctx, operation, { bearer: ctx.arranged.bearer }));
  }),

  tokenCheck('auth.bearer.api-key-does-not-replace', { arrange }).by(async (ctx) => {
    for (const operation of bearerOperations) {
      expectTwin(await ask(ctx, operation, { bearer: ctx.arranged.bearer }));
      const answer = await ask(ctx, operation, 'client');
      expectRefusal(answer, { status: 401 }, `for ${operation} with a key alone`);
    }
  }),

  tokenCheck('auth.bearer.suffices', { arrange }).by(async (ctx) => {
    const as = { bearer: ctx.arranged.bearer };
    expectSuccess(await ask(ctx, 'queryPayrollConnection', as), 201, 'with a token alone');
    expectSuccess(await ask(ctx, 'presignBankStatements', as), 200, 'with a token alone');
  }),

  tokenCheck('auth.bearer.message', { arrange }).by(async (ctx) => {
    for (const operation of bearerOperations)
      for (const as of ['none', { bearer: 'wrong-token' }] as const)
        expectRefusal(await ask(ctx, operation, as), { status: 401, names: ['bearer'] });
  }),
  check('auth.bearer.expired', { needs: [...needs, 'clock'], exclusive: 'clock', arrange }).by(
    async (ctx) => {
      const as = { bearer: await ctx.arrange.tokenFor(ctx.arranged.user_id, { expiresInSeconds: 600 }) };
      for (const operation of bearerOperations) expectTwin(await ask(ctx, operation, as));
      await ctx.arrange.moveClock({ by: 'PT9M' });
      for (const operation of bearerOperations) expectTwin(await ask(ctx, operation, as));
      await ctx.arrange.moveClock({ by: 'PT2M' });
      for (const operation of bearerOperations)
        expectRefusal(
          await ask(ctx, operation, as),
          { status: 401 },
          `for ${operation}, whose token is over`,
        );
    },
  ),

  tokenCheck('auth.bearer.deleted-user', { arrange }).by(async (ctx) => {
    const { user_id, bearer } = ctx.arranged;
    for (const operation of bearerOperations) expectTwin(await ask(ctx, operation, { bearer }));
    expectSuccess(await ctx.call('deleteUser', { path: { user_id } }), 200);
    for (const operation of bearerOperations)
      expectRefusal(await ask(ctx, operation, { bearer }), {}, `for ${operation} as a deleted user`);
  }),

  check('auth.member-token.not-a-users', { needs: [...needs, 'member'], arrange }).by(async (ctx) => {
    for (const operation of bearerOperations) {
      expectTwin(await ask(ctx, operation, { bearer: ctx.arranged.bearer }));
      expectRefusal(await ask(ctx, operation, 'member'), {}, `for ${operation} with a member's token`);
    }
  }),

  check('auth.member-token.expired', {
    needs: ['member', 'clock'],
    points: ['auth.member-token.operations', 'auth.member-token.lifetime-seconds'],
    exclusive: 'clock',
  }).by(async (ctx) => {
    const opened = keyedReads.filter((one) => ctx.points['auth.member-token.operations'].includes(one));
    const jwt = await memberToken(ctx, ctx);
    for (const operation of opened) expectTwin(await ctx.call(operation, { as: { bearer: jwt } }));
    await ctx.arrange.moveClock({ by: `PT${ctx.points['auth.member-token.lifetime-seconds'] + 60}S` });
    for (const operation of opened)
      expectRefusal(
        await ctx.call(operation, { as: { bearer: jwt } }),
        { status: 401 },
        `for ${operation} with a member's token whose time is over`,
      );
  }),
];
