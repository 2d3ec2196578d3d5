import fc from 'fast-check';
import type { ClauseId } from '../../spec/clauses.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectRefusal, expectSuccess, expectThat } from '../expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { userWithIncome, userWithStatements } from './held-users.ts';

type Lists = 'listUsers' | 'listBankStatements' | 'getTaxauthIncome';
type Page = { offset: number; limit: number };

/** Limits above the most: its neighbour, the most of the other lists, and more than anybody has. */
const tooMany = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.constantFrom(most + 1, most * 2, most * 10, 1001, 2_147_483_647),
    fc.integer({ min: most + 1, max: most * 20 }),
  );

const itemsOf = (answer: ServiceResponse<Lists>): number =>
  Object.values(answer.body as Record<string, unknown>).find((one) => Array.isArray(one))?.length ?? 0;

/** Beyond the stated most a list does as the deployment was seen to do, and no page holds more. */
const bounded = (
  clause: ClauseId,
  most: number,
  lowest: number,
  arrange: (ctx: Context<never, undefined>) => Promise<{ user_id: string }>,
  read: (ctx: Context, user_id: string, query: Page) => Promise<ServiceResponse<Lists>>,
  needs: Check['needs'] = [],
): Check =>
  check({
    clause,
    needs,
    readsOnly: true,
    uses: ['lists.out-of-range'],
    arrange,
    given: tooMany(most).filter((limit) => limit > most),
    effort: 0.5,
    property: async (ctx, limit) => {
      expectSuccess(await read(ctx, ctx.arranged.user_id, { offset: lowest, limit: most }), 200);
      const answer = await read(ctx, ctx.arranged.user_id, { offset: lowest, limit });
      const learnt = ctx.known['lists.out-of-range'];
      const outside = [
        { offset: lowest, limit: 0 },
        { offset: lowest, limit: -1 },
        { offset: lowest - 1, limit: 1 },
      ];
      for (const page of learnt === 'reject' ? outside : []) {
        const refused = await read(ctx, ctx.arranged.user_id, page);
        expectRefusal(refused, {}, `for an offset of ${page.offset} and a limit of ${page.limit}`);
      }
      if (learnt === 'reject' || (learnt === undefined && answer.status !== 200))
        return void expectRefusal(answer, {}, `for a limit of ${limit}`);
      expectSuccess(answer, 200, `for a limit of ${limit}, as a limit out of range is taken elsewhere`);
      const count = itemsOf(answer);
      expectThat(count <= most, `at most ${most} items, whatever limit is asked for`, `${count}`, answer);
    },
  });

export const userBoundCheck = bounded(
  'users.list.most',
  100,
  1,
  async () => ({ user_id: '' }),
  ({ call }, _, query) => call('listUsers', { query }),
);

export const statementBoundCheck = bounded(
  'bank-statements.list.most',
  1000,
  0,
  userWithStatements,
  ({ call }, user_id, query) => call('listBankStatements', { path: { user_id }, query }),
  ['held-bank-statements'],
);

export const incomeBoundCheck = bounded(
  'income.list.most',
  100,
  1,
  userWithIncome,
  ({ call }, user_id, query) => call('getTaxauthIncome', { path: { user_id }, query }),
  ['held-income'],
);
