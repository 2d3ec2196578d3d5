import type { PartialIncomeSubmission } from '../../spec/types.ts';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, type Context, checkWith } from '../judgement/check.ts';
import { expectEqual, expectSuccess } from '../judgement/expect.ts';
import { isSuccess } from '../target/exchange.ts';
import { specialRows } from '../values/table.ts';
import { idsOf, itemShapeChecks, keptItemsCheck, type UserList, userListChecks } from './paged-lists.ts';

type Filter = { account_id?: string; entry_id?: string };
type Income = Required<Filter> & { id: string };
type Filed = { user_id: string; accounts: string[]; entries: string[]; income: Income[] };

/** No offset: where it counts skipped items, even the lowest offset skips the first. */
const whole = { limit: 100 };

/** A user with income under two accounts and three entries, and an account without any. */
async function filedUser(ctx: Context<never, undefined>): Promise<Filed> {
  const { arrange } = ctx;
  const { user_id } = await willingUser(arrange, { taxauth_enabled: true });
  const filed: Filed = { user_id, accounts: [], entries: [], income: [] };
  // How much income each entry of each account has.
  for (const amounts of [[2, 1], [1], []]) {
    const { account_id } = await arrange.linkAccount(user_id, { payroll: [] });
    filed.accounts.push(account_id);
    for (const amount of amounts) {
      const { entry_id } = await arrange.createEntry(user_id, [{}], account_id);
      filed.entries.push(entry_id);
      for (let n = 0; n < amount; n++) {
        const { id } = await arrange.createIncome(user_id, { account_id, entry_id });
        filed.income.push({ id, account_id, entry_id });
      }
    }
  }
  return filed;
}

/** Few enough to try all: each account and entry alone, and every pair. */
function filtersOf({ accounts, entries }: Filed): Filter[] {
  const ofAccounts: Filter[] = [{}, ...accounts.map((account_id) => ({ account_id }))];
  const ofEntries: Filter[] = [{}, ...entries.map((entry_id) => ({ entry_id }))];
  return ofAccounts.flatMap((one) => ofEntries.map((other) => ({ ...one, ...other }))).slice(1);
}

const leftBy = (filter: Filter, { income }: Filed): Income[] =>
  income.filter((one) => Object.entries(filter).every(([name, id]) => one[name as keyof Filter] === id));

async function expectFiltered({ call, arranged }: Context<never, Filed>, filter: Filter) {
  const path = { user_id: arranged.user_id };
  const read = (query: Record<string, string | number>) => call('getTaxauthIncome', { path, query });
  const answer = await read({ ...whole, ...filter });
  const expected = leftBy(filter, arranged).map(({ id }) => id);
  expectEqual(idsOf(answer).sort(), expected.sort(), `the income with ${JSON.stringify(filter)}`, answer);
  // Whether an id in capitals is the same one is open; another one's income is shown by neither.
  const capitals = Object.fromEntries(Object.entries(filter).map(([name, id]) => [name, id.toUpperCase()]));
  const other = await read({ ...whole, ...capitals });
  const shown = isSuccess(other) ? expectSuccess(other).income_submissions : [];
  const beyond = shown.filter(({ id }) => !expected.includes(id));
  expectEqual(beyond, [], `the income beyond that with ${JSON.stringify(capitals)}`, other);
  // A filter that is applied to a page, and not before it, loses what stands on later pages.
  const short = await read({ limit: 1, ...filter });
  const first = idsOf(short).filter((id) => expected.includes(id));
  expectEqual(first.length, Math.min(1, expected.length), 'the income on a first page of one', short);
  const later = await read({ offset: 2, limit: 1, ...filter });
  const strange = idsOf(later).filter((id) => !expected.includes(id));
  expectEqual(strange, [], 'what the filter leaves out, on a page of one from offset 2', later);
}

const incomeList: UserList<PartialIncomeSubmission> = {
  area: 'income',
  highestOffset: 12,
  needs: ['held-income'],
  // One user for all checks that only read.
  arrange: ({ shared }) => shared('a user with income', ({ arrange }) => arrange.held({ income: 3 })),
  read: ({ call }, user_id, query) => call('getTaxauthIncome', { path: { user_id }, query }),
  newUser: (arrange) => willingUser(arrange, { taxauth_enabled: true }),
  create: (arrange, user_id, income) => arrange.createIncome(user_id, income),
  createNeeds: ['users', 'income'],
  items: specialRows<PartialIncomeSubmission>('income'),
  long: { length: 201 },
};

const filterCheck = checkWith({ needs: ['users', 'income', 'accounts', 'entries'] });

export const incomeChecks: readonly Check[] = [
  ...userListChecks(incomeList),

  ...(['income.filter.account', 'income.filter.entry'] as const).map((clause) =>
    filterCheck(clause, { arrange: filedUser }).by(async (ctx) => {
      for (const filter of filtersOf(ctx.arranged))
        if ('account_id' in filter === (clause === 'income.filter.account'))
          await expectFiltered(ctx, filter);
    }),
  ),
  filterCheck('income.filter.total', { arrange: filedUser }).by(async ({ call, arranged }) => {
    const { user_id } = arranged;
    for (const filter of filtersOf(arranged))
      for (const limit of [1, 100]) {
        const answer = await call('getTaxauthIncome', { path: { user_id }, query: { limit, ...filter } });
        const { total_count } = expectSuccess(answer, 200).pagination;
        expectEqual(total_count, leftBy(filter, arranged).length, 'the total under a filter', answer);
      }
  }),
  keptItemsCheck(incomeList, 'income.shape.as-reported'),

  ...itemShapeChecks(incomeList, 'income.shape.types'),
  ...itemShapeChecks(incomeList, 'income.shape.money'),
];
