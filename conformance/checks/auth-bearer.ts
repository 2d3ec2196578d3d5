import fc from 'fast-check';
import { memberToken } from '../deployment/member-token.ts';
import { type Check, type Context, check, checkWith } from '../judgement/check.ts';
import { expectRefusal, expectSuccess, expectThat, expectTwin, type Refusal } from '../judgement/expect.ts';
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
import { linkedUser as arrange, type LinkedUser } from '../steps/linked-user.ts';
import type { CallOptions, Credentials } from '../target/caller.ts';
import { isSuccess } from '../target/exchange.ts';
import { textsOf } from '../values/text.ts';

const needs = ['users', 'tokens', 'authorisations', 'accounts'] as const;
const tokenCheck = checkWith({ needs });
const clockCheck = checkWith({ needs: [...needs, 'clock'], exclusive: 'clock' });
const memberCheck = checkWith({ needs: ['member'] });
const everywhereCheck = checkWith({ needs: [...refusableNeeds, 'member'] });

type Ready = Pick<Context<never, LinkedUser>, 'call' | 'arranged'>;

const ask = ({ call, arranged }: Ready, operation: BearerOperation, as: Credentials, headers = {}) => {
  const options = bearerRequests(arranged)[operation] as CallOptions<BearerOperation>;
  return call(operation, { ...options, headers, as });
};

async function expectBothRefused(ctx: Ready, as: Credentials, why: string, refusal: Refusal = {}) {
  for (const operation of bearerOperations)
    expectRefusal(await ask(ctx, operation, as), refusal, `for ${operation} ${why}`);
}

async function expectBothTaken(ctx: Ready, as: Credentials = { bearer: ctx.arranged.bearer }) {
  for (const operation of bearerOperations) expectTwin(await ask(ctx, operation, as));
}

const refusesWithout = (operation: BearerOperation) => async (ctx: Ready) => {
  const { bearer } = ctx.arranged;
  expectTwin(await ask(ctx, operation, { bearer }));
  expectRefusal(await ask(ctx, operation, 'none'), { status: 401 });
  const answer = await ask(ctx, operation, 'none', { Authorization: `Basic ${bearer}` });
  expectRefusal(answer, { status: 401 }, 'for the token under the scheme "Basic"');
};

const chunk = textsOf('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_', 8, 40);

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

const opened = 'auth.member-token.operations';

export const bearerChecks: readonly Check[] = [
  refusableCheck('auth.bearer.opens-nothing-else', { arrange: refusable }).by((ctx) =>
    expectAllRefused(ctx, { bearer: ctx.arranged.bearer }, "with a user's token alone"),
  ),

  memberCheck('auth.member-token.somewhere', { points: [opened], readsOnly: true }).by(async (ctx) => {
    const { call, points } = ctx;
    for (const operation of keyedReads) {
      const answer = await call(operation, { as: 'member' });
      if (points[opened].includes(operation)) expectSuccess(answer, 200, `for ${operation} as a member`);
      else expectRefusal(answer, {}, `for ${operation} as a member, as was seen before`);
    }
  }),

  everywhereCheck('auth.member-token.somewhere', { points: [opened], arrange: refusable }).by((ctx) => {
    const isClosed = (one: KeyedOperation) => !ctx.points[opened].includes(one);
    return expectAllRefused(ctx, 'member', 'as a member, as was seen before', {}, isClosed);
  }),

  everywhereCheck('auth.member-token.somewhere', { points: [opened], uses: lawfulUses }).by(async (ctx) => {
    for (const operation of ctx.points[opened]) {
      const options = (await lawful[operation](ctx)) as CallOptions<typeof operation>;
      const answer = await ctx.call(operation, { ...options, as: 'member' });
      // What a member's role forbids is not shown, and a server may check the role last.
      if (isSuccess(answer) || answer.status === 403) continue;
      const { status } = await ctx.call(operation, options);
      const expected = `what ${operation} gets with the API key, ${status}, for a member too`;
      expectThat(answer.status === status, expected, String(answer.status), answer);
    }
  }),

  everywhereCheck('auth.member-token.wrong-value', {
    uses: lawfulUses,
    arrange: async (ctx) => ({ ...(await refusable(ctx)), jwt: await tokenToAlter(ctx) }),
    given: ({ arranged }) => wrongTokens(arranged.jwt),
    effort: 0.25,
  }).by((ctx, bearer) => expectAllRefused(ctx, { bearer }, 'with a token that was never issued')),
  memberCheck('auth.member-token.wrong-value', {
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
    await expectBothTaken(ctx);
    await expectBothRefused(ctx, 'client', 'with a key alone', { status: 401 });
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
  clockCheck('auth.bearer.expired', { arrange }).by(async (ctx) => {
    const as = { bearer: await ctx.arrange.tokenFor(ctx.arranged.user_id, { expiresInSeconds: 600 }) };
    await expectBothTaken(ctx, as);
    await ctx.arrange.moveClock({ by: 'PT9M' });
    await expectBothTaken(ctx, as);
    await ctx.arrange.moveClock({ by: 'PT2M' });
    await expectBothRefused(ctx, as, 'whose token is over', { status: 401 });
  }),

  tokenCheck('auth.bearer.deleted-user', { arrange }).by(async (ctx) => {
    const { user_id, bearer } = ctx.arranged;
    await expectBothTaken(ctx);
    expectSuccess(await ctx.call('deleteUser', { path: { user_id } }), 200);
    await expectBothRefused(ctx, { bearer }, 'as a deleted user');
  }),

  check('auth.member-token.not-a-users', { needs: [...needs, 'member'], arrange }).by(async (ctx) => {
    await expectBothTaken(ctx);
    await expectBothRefused(ctx, 'member', "with a member's token");
  }),

  check('auth.member-token.expired', {
    needs: ['member', 'clock'],
    points: [opened, 'auth.member-token.lifetime-seconds'],
    exclusive: 'clock',
  }).by(async (ctx) => {
    const operations = keyedReads.filter((one) => ctx.points[opened].includes(one));
    const as = { bearer: await memberToken(ctx, ctx) };
    for (const operation of operations) expectTwin(await ctx.call(operation, { as }));
    await ctx.arrange.moveClock({ by: `PT${ctx.points['auth.member-token.lifetime-seconds'] + 60}S` });
    const why = "with a member's token whose time is over";
    for (const operation of operations)
      expectRefusal(await ctx.call(operation, { as }), { status: 401 }, `for ${operation} ${why}`);
  }),
];
