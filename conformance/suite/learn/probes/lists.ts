import { readFileSync } from 'node:fs';
import { isObject } from '../../../../spec/json.ts';
import type { ClientConfigurationUpdate } from '../../../../spec/types.ts';
import { willingUser } from '../../../arrange/willing-user.ts';
import type { Wanted } from '../../../judgement/arrangement.ts';
import type { Capability } from '../../../judgement/capability.ts';
import type { Context } from '../../../judgement/check.ts';
import { itemsOf, type PagedArea, pagedLists, paginationOf } from '../../../predicates/pages.ts';
import { offsetOfPage } from '../../../steps/user-list.ts';
import { isRefusal } from '../../../target/exchange.ts';
import { fieldsOf } from '../../../target/read-json.ts';
import { type AnyProbe, type Finding, probe, seen, takenAs, unknown, unknownId } from '../probe.ts';
import { patched } from './requests.ts';

type Page = { ids: string[]; offset: number; limit: number; total: number; status: number };
type Read = (query: Record<string, number>) => Promise<Page>;

function reader({ call }: Pick<Context, 'call'>, area: PagedArea, user_id = ''): Read {
  const { operation, id } = pagedLists[area];
  return async (query) => {
    const answer = await call(operation, { path: { user_id }, query });
    const { offset, limit, total_count } = paginationOf(answer);
    const number = (value: unknown): number => Number(value ?? Number.NaN);
    const bounds = { offset: number(offset), limit: number(limit), total: number(total_count) };
    return { status: answer.status, ids: itemsOf(area, answer).map((item) => String(item[id])), ...bounds };
  };
}

/** What each list does with pages that leave something out or go too far, by a user who has as much as `wanted`. */
function boundProbes(area: PagedArea, needs: readonly Capability[] = [], wanted?: Wanted): AnyProbe[] {
  const { lowestOffset } = pagedLists[area];
  const open = async (ctx: Context): Promise<Read> =>
    reader(ctx, area, wanted && (await ctx.arrange.held(wanted)).user_id);
  const pageOf = async (ctx: Context, query: Record<string, number>) => (await open(ctx))(query);
  const bounds = [
    probe(`${area}.list.out-of-range`, { needs }).by(async (ctx) => outOfRange(await open(ctx), area)),
    probe(`${area}.list.default-limit`, { needs }).by(async (ctx) =>
      seen((await pageOf(ctx, { offset: lowestOffset })).limit),
    ),
  ];
  if (area !== 'bank-statements')
    bounds.push(
      probe(`${area}.list.default-offset`, { needs }).by(async (ctx) =>
        seen((await pageOf(ctx, { limit: 10 })).offset),
      ),
    );
  if (area !== 'users')
    bounds.push(probe(`${area}.list.unknown-user`).by((ctx) => unknownUserIn(reader(ctx, area, unknownId))));
  return bounds;
}

export type Order = 'oldest-first' | 'newest-first' | 'unspecified';

/** Items in a list in the order in which they were made, or the reverse, or neither; unknown where some are not there. */
export function orderOf(made: readonly string[], listed: readonly string[]): Finding<Order> {
  const places = made.map((id) => listed.indexOf(id));
  if (places.includes(-1))
    return unknown(`the list shows ${listed.length} of the ${made.length} that were made`);
  const steps = places.slice(1).map((place, at) => place - (places[at] ?? 0));
  if (steps.every((step) => step > 0)) return seen('oldest-first');
  return seen(steps.every((step) => step < 0) ? 'newest-first' : 'unspecified');
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

async function unknownUserIn(read: Read): Promise<Finding<'not-found' | 'empty'>> {
  const { status, ids } = await read({ offset: 1, limit: 10 });
  if (status === 404) return seen('not-found');
  return status === 200 && ids.length === 0 ? seen('empty') : unknown(`it answers ${status}`);
}

/** What one list does with pages outside of its bounds; another may do otherwise. */
async function outOfRange(read: Read, area: PagedArea): Promise<Finding<'reject' | 'clamp'>> {
  const { lowestOffset: lowest, mostItems } = pagedLists[area];
  const outside = [{ limit: mostItems + 1 }, { limit: 0 }, { offset: lowest - 1 }, { offset: -1 }];
  const statuses: number[] = [];
  for (const query of outside) statuses.push((await read({ offset: lowest, limit: 1, ...query })).status);
  if (statuses.every((status) => isRefusal({ status }))) return seen('reject');
  if (statuses.every((status) => status === 200)) return seen('clamp');
  return unknown(`bounds are treated differently: ${statuses.join(', ')}`);
}

/** What the date-time filters of statements are called in many services, the one for earlier statements first. */
const namesFile = new URL('./filter-names.json', import.meta.url);
const filterNames: readonly string[] = JSON.parse(readFileSync(namesFile, 'utf8'));

type Filters = { before?: string; after?: string; why?: string };

const statementNeeds = ['users', 'bank-statements'] as const;

/** Tries the usual names with an instant between two statements: a filter leaves out just one of them. */
const filtersOf = (ctx: Context): Promise<Filters> =>
  ctx.shared('names of the filters', async ({ call, arrange }) => {
    const { user_id } = await willingUser(arrange);
    const { from: now } = await ctx.moment();
    const ago = (days: number): string => new Date(now - days * 86_400_000).toISOString();
    const list = async (filter: Record<string, string> = {}) => {
      const query = { offset: 0, limit: 100, ...filter };
      return itemsOf('bank-statements', await call('listBankStatements', { path: { user_id }, query }));
    };
    for (const days of [40, 20]) await arrange.createBankStatement(user_id, { created_at: ago(days) });
    const all = await list();
    const times = all.map(({ created_at }) => Date.parse(String(created_at))).sort((a, b) => a - b);
    const [early = 0, late = 0] = times;
    if (times.length !== 2 || !(late - early > 1000))
      return { why: 'two statements of different times cannot be arranged' };
    const between = new Date((early + late) / 2).toISOString();
    const found: Filters = {};
    // What has another effect than it should is a filter all the same, and judged by what its name says.
    const odd: Filters = {};
    const isStrict = (await list({ payrig_unknown: between })).length !== 2;
    for (const [at, name] of filterNames.entries()) {
      const left = await list({ [name]: between });
      const [only] = left.length === 1 ? left : [];
      const isLate = only ? Date.parse(String(only['created_at'])) === late : at % 2 === 0;
      if (only) found[isLate ? 'before' : 'after'] ??= name;
      else if (left.length !== 2 && !isStrict) odd[isLate ? 'before' : 'after'] ??= name;
    }
    return { ...odd, ...found };
  });

const filterProbe = (which: 'before' | 'after') =>
  probe(`bank-statements.list.exclude-${which}-name`, { needs: statementNeeds }).by(async (ctx) => {
    const usual = `none of the usual names filters (${filterNames.join(', ')})`;
    const { [which]: name, why = usual } = await filtersOf(ctx);
    return name === undefined ? unknown(why) : seen(name);
  });

export const listProbes: readonly AnyProbe[] = [
  probe('users.list.offset-meaning', { first: true }).by(async (ctx) => {
    const { total } = await reader(ctx, 'users')({ offset: 1, limit: 1 });
    for (let n = total; n < 3; n++) await ctx.arrange.createUser();
    return oneBasedMeaning(reader(ctx, 'users'));
  }),
  probe('users.list.order', { needs: ['users'], after: ['users.list.offset-meaning'] }).by(async (ctx) => {
    const made: string[] = [];
    for (let n = 0; n < 7; n++) made.push((await ctx.arrange.createUser()).user_id);
    const meaning = ctx.known['users.list.offset-meaning'] ?? 'first-item';
    const read = reader(ctx, 'users');
    const listed: string[] = [];
    for (let page = 0; page < 60; page++) {
      const { ids, total } = await read({ offset: offsetOfPage(meaning, page, 100), limit: 100 });
      listed.push(...ids);
      if (ids.length === 0 || listed.length >= total) break;
    }
    return orderOf(made, listed);
  }),
  ...boundProbes('users'),
  ...boundProbes('bank-statements', ['held-user'], {}),
  ...boundProbes('income', ['held-income'], { income: 1 }),
  filterProbe('before'),
  filterProbe('after'),
  probe('bank-statements.list.order', { needs: statementNeeds }).by(async (ctx) => {
    const { user_id } = await willingUser(ctx.arrange);
    const { from: now } = await ctx.moment();
    const made: string[] = [];
    for (let day = 1; day <= 6; day++) {
      const created_at = new Date(now - (30 - day) * 86_400_000).toISOString();
      made.push((await ctx.arrange.createBankStatement(user_id, { created_at })).id);
    }
    return orderOf(made, (await reader(ctx, 'bank-statements', user_id)({ offset: 0, limit: 100 })).ids);
  }),
  probe('bank-statements.list.offset-meaning', { needs: ['held-bank-statements'] }).by(async (ctx) => {
    const { user_id } = await ctx.arrange.held({ bankStatements: 3 });
    const read = reader(ctx, 'bank-statements', user_id);
    const first = await read({ offset: 0, limit: 2 });
    const second = await read({ offset: 1, limit: 2 });
    return seen(second.ids.some((id) => first.ids.includes(id)) ? 'skip' : 'page');
  }),
  probe('income.list.order', { needs: ['users', 'income'] }).by(async (ctx) => {
    const { user_id } = await willingUser(ctx.arrange, { taxauth_enabled: true });
    const made: string[] = [];
    for (let n = 0; n < 6; n++) {
      const income_period = { start: `201${n}-04-06`, end: `201${n + 1}-04-05` };
      made.push((await ctx.arrange.createIncome(user_id, { income_period })).id);
    }
    return orderOf(made, (await reader(ctx, 'income', user_id)({ offset: 1, limit: 100 })).ids);
  }),
  probe('income.list.offset-meaning', { needs: ['held-income'] }).by(async (ctx) => {
    const { user_id } = await ctx.arrange.held({ income: 3 });
    return oneBasedMeaning(reader(ctx, 'income', user_id));
  }),
  probe('settings.income-enabled.default', { needs: ['users', 'income'] }).by(async (ctx) => {
    if (fieldsOf((await ctx.call('getConfiguration')).body)['taxauth_enabled'] != null)
      return unknown('the client has a setting');
    const shown = async (fields: object): Promise<boolean> => {
      const { user_id } = await willingUser(ctx.arrange, fields);
      await ctx.arrange.createIncome(user_id);
      return (await reader(ctx, 'income', user_id)({ limit: 10 })).ids.length > 0;
    };
    if (await shown({ taxauth_enabled: false })) return unknown('income is shown while it is switched off');
    return seen(await shown({}));
  }),
  probe('income.disabled', { needs: ['users', 'income'] }).by(async (ctx) => {
    const { user_id } = await willingUser(ctx.arrange, { taxauth_enabled: true });
    await ctx.arrange.createIncome(user_id);
    const off = await ctx.call('updateUser', { path: { user_id }, body: { taxauth_enabled: false } });
    if (off.status !== 200) return unknown(`the user's setting could not be changed (${off.status})`);
    // Without an offset: where it counts what is skipped, 1 would skip the one that there is.
    const { status, ids } = await reader(ctx, 'income', user_id)({ limit: 10 });
    if (status === 200 && ids.length > 0) return seen('shown');
    return seen(status === 200 ? 'empty' : status);
  }),
  probe('users.unset-form', { needs: ['users'] }).by(async ({ call, arrange }) => {
    const { user_id } = await arrange.createUser({ forename: 'Ada', surname: 'Fairweather' });
    const { status, body } = await call('updateUser', { path: { user_id }, body: { forename: null } });
    if (status !== 200 || !isObject(body)) return unknown(`null was answered with ${status}`);
    if (!('forename' in body)) return seen('absent');
    return body['forename'] === null ? seen('null') : unknown('a field sent as null kept its value');
  }),
  probe('users.patch.empty-body', { needs: ['users'] }).by((ctx) => patched(ctx, { json: {} })),
  probe('users.post-codes.empty', { needs: ['users'] }).by(async (ctx) =>
    takenAs('accept', await patched(ctx, { json: { post_codes: [] } })),
  ),
  probe('users.date-only-timestamps', { needs: ['users'] }).by(async (ctx) =>
    takenAs('accept', await patched(ctx, { json: { date_of_birth: '1990-05-17' } })),
  ),
  probe('configuration.patch.null', { needs: ['writes'], exclusive: 'configuration' }).by(async (ctx) => {
    const update = (body: ClientConfigurationUpdate) => ctx.call('updateConfiguration', { body });
    const set = await update({ client_logo: 'https://lender.example/logo.svg' });
    if (set.status !== 200) return unknown(`the configuration could not be changed (${set.status})`);
    const unset = await update({ client_logo: null });
    const flag = await update({ payslip_upload_enabled: null });
    if (isRefusal(unset) !== isRefusal(flag))
      return unknown(`null gets ${unset.status} for a text and ${flag.status} for a switch`);
    if (isRefusal(unset)) return seen('reject');
    const isUnset = unset.status === 200 && fieldsOf(unset.body)['client_logo'] == null;
    return isUnset ? seen('unset') : unknown('null left the value as it was');
  }),
];
