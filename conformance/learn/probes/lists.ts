import { willingUser } from '../../arrange/willing-user.ts';
import type { Context } from '../../check.ts';
import { fieldsOf, objectsIn } from '../../target/read-json.ts';
import { type AnyProbe, type Finding, probe, seen, unknown, unknownId } from '../probe.ts';

type Page = { ids: string[]; offset: number; limit: number; total: number; status: number };
type Read = (query: Record<string, number>) => Promise<Page>;

function pageOf({ status, body }: { status: number; body: unknown }, key: string, id: string): Page {
  const { pagination, [key]: items } = fieldsOf(body);
  const { offset, limit, total_count } = fieldsOf(pagination);
  return {
    status,
    ids: objectsIn(items).map((item) => String(item[id])),
    offset: Number(offset ?? Number.NaN),
    limit: Number(limit ?? Number.NaN),
    total: Number(total_count ?? Number.NaN),
  };
}

const users =
  ({ call }: Pick<Context, 'call'>): Read =>
  async (query) =>
    pageOf(await call('listUsers', { query }), 'users', 'user_id');
const statements =
  ({ call }: Pick<Context, 'call'>, user_id: string): Read =>
  async (query) =>
    pageOf(
      await call('listBankStatements', { path: { user_id }, query }),
      'bank_statement_submissions',
      'id',
    );
const income =
  ({ call }: Pick<Context, 'call'>, user_id: string): Read =>
  async (query) =>
    pageOf(await call('getTaxauthIncome', { path: { user_id }, query }), 'income_submissions', 'id');

/** Items in a list in the order in which they were made, or the reverse, or neither. */
export function orderOf(
  made: readonly string[],
  listed: readonly string[],
): 'oldest-first' | 'newest-first' | 'unspecified' {
  const places = made.map((id) => listed.indexOf(id));
  const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
  const rises = steps.every((step) => step > 0);
  const falls = steps.every((step) => step < 0);
  return rises ? 'oldest-first' : falls ? 'newest-first' : 'unspecified';
}

/** A one-based offset by what comes at the first, the second and the last place of a list of three or more. */
async function oneBasedMeaning(read: Read): Promise<Finding<'first-item' | 'skip' | 'page'>> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const first = await read({ offset: 1, limit: 2 });
    const second = await read({ offset: 2, limit: 2 });
    const last = await read({ offset: first.total, limit: 2 });
    if (first.total < 3) return unknown(`the list has ${first.total} items, and three are needed`);
    // The list changed between the requests: read it again.
    if (first.total !== second.total || second.total !== last.total) continue;
    if (!second.ids.some((id) => first.ids.includes(id))) return seen('page');
    return seen(last.ids.length === 0 ? 'skip' : 'first-item');
  }
  return unknown('the list kept changing');
}

const withStatements = (ctx: Context): Promise<{ user_id: string; made: string[] }> =>
  ctx.shared('probe: statements', async ({ arrange }) => {
    const { user_id } = await willingUser(arrange);
    const made: string[] = [];
    for (let day = 1; day <= 6; day++)
      made.push(
        (await arrange.createBankStatement(user_id, { created_at: `2025-02-0${day}T08:00:00.000Z` })).id,
      );
    return { user_id, made };
  });

const withIncome = (ctx: Context): Promise<{ user_id: string; made: string[] }> =>
  ctx.shared('probe: income', async ({ arrange }) => {
    const { user_id } = await willingUser(arrange, { taxauth_enabled: true });
    const made: string[] = [];
    for (let n = 0; n < 6; n++)
      made.push(
        (
          await arrange.createIncome(user_id, {
            income_period: { start: `201${n}-04-06`, end: `201${n + 1}-04-05` },
          })
        ).id,
      );
    return { user_id, made };
  });

/** What the user lists say of themselves, and how their pages are counted. */
const userProbes: readonly AnyProbe[] = [
  probe({
    point: 'users.list.offset-meaning',
    first: true,
    async learn(ctx) {
      const { total } = await users(ctx)({ offset: 1, limit: 1 });
      for (let n = total; n < 3; n++) await ctx.arrange.createUser();
      return oneBasedMeaning(users(ctx));
    },
  }),
  probe({
    point: 'users.list.order',
    needs: ['users'],
    after: ['users.list.offset-meaning'],
    async learn(ctx) {
      const made: string[] = [];
      for (let n = 0; n < 7; n++) made.push((await ctx.arrange.createUser()).user_id);
      const byPage = ctx.known['users.list.offset-meaning'] === 'page';
      const listed: string[] = [];
      for (let page = 0; page < 60; page++) {
        const { ids, total } = await users(ctx)({ offset: byPage ? page + 1 : page * 100 + 1, limit: 100 });
        listed.push(...ids);
        if (ids.length === 0 || listed.length >= total) break;
      }
      if (!made.every((id) => listed.includes(id)))
        return unknown('its own users were not found in the list');
      return seen(orderOf(made, listed));
    },
  }),
  probe({
    point: 'users.list.default-limit',
    learn: async (ctx) => seen((await users(ctx)({ offset: 1 })).limit),
  }),
  probe({
    point: 'users.list.default-offset',
    learn: async (ctx) => seen((await users(ctx)({ limit: 10 })).offset),
  }),
  probe({
    point: 'lists.out-of-range',
    async learn(ctx) {
      const read = users(ctx);
      const outside = [{ limit: 101 }, { limit: 0 }, { offset: 0 }, { offset: -1 }];
      const statuses: number[] = [];
      for (const query of outside) statuses.push((await read({ offset: 1, limit: 1, ...query })).status);
      if (statuses.every((status) => status >= 400 && status < 500)) return seen('reject');
      if (statuses.every((status) => status === 200)) return seen('clamp');
      return unknown(`bounds are treated differently: ${statuses.join(', ')}`);
    },
  }),
];

const statementProbes: readonly AnyProbe[] = [
  probe({
    point: 'bank-statements.list.order',
    needs: ['users', 'bank-statements'],
    async learn(ctx) {
      const { user_id, made } = await withStatements(ctx);
      return seen(orderOf(made, (await statements(ctx, user_id)({ offset: 0, limit: 100 })).ids));
    },
  }),
  probe({
    point: 'bank-statements.list.default-limit',
    needs: ['held-user'],
    async learn(ctx) {
      const { user_id } = await ctx.arrange.held({});
      return seen((await statements(ctx, user_id)({ offset: 0 })).limit);
    },
  }),
  probe({
    point: 'bank-statements.list.offset-meaning',
    needs: ['held-bank-statements'],
    async learn(ctx) {
      const { user_id } = await ctx.arrange.held({ bankStatements: 3 });
      const read = statements(ctx, user_id);
      const first = await read({ offset: 0, limit: 2 });
      const second = await read({ offset: 1, limit: 2 });
      return seen(second.ids.some((id) => first.ids.includes(id)) ? 'skip' : 'page');
    },
  }),
  probe({
    point: 'bank-statements.list.unknown-user',
    async learn(ctx) {
      const { status, ids } = await statements(ctx, unknownId)({ offset: 0, limit: 10 });
      if (status === 404) return seen('not-found');
      return status === 200 && ids.length === 0 ? seen('empty') : unknown(`it answers ${status}`);
    },
  }),
];

const incomeProbes: readonly AnyProbe[] = [
  probe({
    point: 'income.list.order',
    needs: ['users', 'income'],
    async learn(ctx) {
      const { user_id, made } = await withIncome(ctx);
      return seen(orderOf(made, (await income(ctx, user_id)({ offset: 1, limit: 100 })).ids));
    },
  }),
  probe({
    point: 'income.list.default-limit',
    needs: ['held-income'],
    async learn(ctx) {
      const { user_id } = await ctx.arrange.held({ income: 1 });
      return seen((await income(ctx, user_id)({ offset: 1 })).limit);
    },
  }),
  probe({
    point: 'income.list.default-offset',
    needs: ['held-income'],
    async learn(ctx) {
      const { user_id } = await ctx.arrange.held({ income: 1 });
      return seen((await income(ctx, user_id)({ limit: 10 })).offset);
    },
  }),
  probe({
    point: 'income.list.offset-meaning',
    needs: ['held-income'],
    async learn(ctx) {
      const { user_id } = await ctx.arrange.held({ income: 3 });
      return oneBasedMeaning(income(ctx, user_id));
    },
  }),
  probe({
    point: 'income.list.unknown-user',
    async learn(ctx) {
      const { status, ids } = await income(ctx, unknownId)({ offset: 1, limit: 10 });
      if (status === 404) return seen('not-found');
      return status === 200 && ids.length === 0 ? seen('empty') : unknown(`it answers ${status}`);
    },
  }),
  probe({
    point: 'income.disabled',
    needs: ['users', 'income'],
    async learn(ctx) {
      const { user_id } = await willingUser(ctx.arrange, { taxauth_enabled: true });
      await ctx.arrange.createIncome(user_id);
      const off = await ctx.call('updateUser', { path: { user_id }, body: { taxauth_enabled: false } });
      if (off.status !== 200) return unknown(`the user's setting could not be changed (${off.status})`);
      const { status, ids } = await income(ctx, user_id)({ offset: 1, limit: 10 });
      if (status === 200 && ids.length > 0) return seen('shown');
      return seen(status === 200 ? 'empty' : status);
    },
  }),
];

/** Lists: their order, their defaults and the meaning of an offset. */
export const listProbes: readonly AnyProbe[] = [...userProbes, ...statementProbes, ...incomeProbes];
