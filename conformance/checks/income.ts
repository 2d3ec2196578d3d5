import fc from 'fast-check';
import type { PartialIncomeSubmission } from '../../spec/types.ts';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, type Context, check } from '../judgement/check.ts';
import { expectEqual, expectSuccess } from '../judgement/expect.ts';
import { midnights } from '../values/instants.ts';
import { identifiers, money, names } from '../values/text.ts';
import { userWithIncome } from './held-users.ts';
import { itemShapeChecks, type UserList, userListChecks } from './paged-lists.ts';

type Income = { id: string; account_id: string; entry_id: string };
type Filed = { user_id: string; accounts: string[]; entries: string[]; income: Income[] };

/** Without an offset: where it means how many are skipped, the lowest one leaves the first out. */
const whole = { limit: 100 };

/** A user with income under two accounts and three entries, and an account without any. */
async function filedUser(ctx: Context<never, undefined>): Promise<Filed> {
  const { arrange } = ctx;
  const { user_id } = await willingUser(ctx.arrange, { taxauth_enabled: true });
  const accounts: string[] = [];
  for (let n = 0; n < 3; n++) accounts.push((await arrange.linkAccount(user_id, { payroll: [] })).account_id);
  const [first = '', second = ''] = accounts;
  const entries: string[] = [];
  for (const account of [first, first, second])
    entries.push((await arrange.createEntry(user_id, [{}], account)).entry_id);
  const [one = '', two = '', three = ''] = entries;
  const places = [
    [first, one],
    [first, one],
    [first, two],
    [second, three],
  ] as const;
  const income: Income[] = [];
  for (const [account_id, entry_id] of places) {
    const { id } = await arrange.createIncome(user_id, { account_id, entry_id });
    income.push({ id, account_id, entry_id });
  }
  return { user_id, accounts, entries, income };
}

type Filter = { account_id?: string; entry_id?: string };

async function expectFiltered(
  { call, arranged: { user_id, income } }: Pick<Context<never, Filed>, 'call' | 'arranged'>,
  filter: Filter,
): Promise<void> {
  const answer = await call('getTaxauthIncome', { path: { user_id }, query: { ...whole, ...filter } });
  const listed = expectSuccess(answer, 200).income_submissions.map(({ id }) => id);
  const expected = income
    .filter(({ account_id }) => filter.account_id === undefined || account_id === filter.account_id)
    .filter(({ entry_id }) => filter.entry_id === undefined || entry_id === filter.entry_id)
    .map(({ id }) => id);
  expectEqual(listed.sort(), expected.sort(), `the income with ${JSON.stringify(filter)}`, answer);
  // A filter that is applied to a page, and not before it, loses what stands on later pages.
  const short = await call('getTaxauthIncome', { path: { user_id }, query: { limit: 1, ...filter } });
  const first = expectSuccess(short, 200).income_submissions.filter(({ id }) => expected.includes(id));
  expectEqual(first.length, Math.min(1, expected.length), 'the income on a first page of one', short);
}

/** What the tax authority may report of a person's year. */
const incomes: fc.Arbitrary<PartialIncomeSubmission> = fc
  .record({
    income_id: identifiers,
    employers: fc.array(
      fc.record({ employer_name: names, income: money(0, 90_000), tax_paid: money(0, 30_000) }),
      { minLength: 1, maxLength: 3 },
    ),
    total_income: money(0, 270_000),
    frequency: fc.constantFrom('annual', 'monthly'),
    start: midnights(2020, 2023),
    end: midnights(2024, 2024),
  })
  .map(({ income_id, employers, total_income, frequency, start, end }) => ({
    income_id,
    employment: { total_income, employers },
    frequency,
    income_period: { start, end },
  }));

const incomeList: UserList<PartialIncomeSubmission> = {
  area: 'income',
  highestOffset: 12,
  needs: ['held-income'],
  arrange: userWithIncome,
  read: ({ call }, user_id, query) => call('getTaxauthIncome', { path: { user_id }, query }),
  newUser: (arrange) => willingUser(arrange, { taxauth_enabled: true }),
  create: (arrange, user_id, income) => arrange.createIncome(user_id, income),
  createNeeds: ['users', 'income'],
  items: incomes,
};

/** The clauses about tax-authority income: the list, its filters, and what a submission holds. */
export const incomeChecks: readonly Check[] = [
  ...userListChecks(incomeList),

  check('income.filter.total', {
    needs: ['users', 'income', 'accounts', 'entries'],
    arrange: filedUser,
    given: ({ arranged: { accounts } }) =>
      fc.record({ account_id: fc.constantFrom(...accounts), limit: fc.integer({ min: 1, max: 100 }) }),
    effort: 0.5,
  }).by(async ({ call, arranged: { user_id, income } }, { account_id, limit }) => {
    const answer = await call('getTaxauthIncome', { path: { user_id }, query: { limit, account_id } });
    const left = income.filter((one) => one.account_id === account_id).length;
    expectEqual(expectSuccess(answer, 200).pagination.total_count, left, 'the total under a filter', answer);
  }),

  check('income.filter.account', {
    needs: ['users', 'income', 'accounts', 'entries'],
    arrange: filedUser,
    given: ({ arranged: { accounts, entries } }) =>
      fc.record(
        { account_id: fc.constantFrom(...accounts), entry_id: fc.constantFrom(...entries) },
        { requiredKeys: ['account_id'] },
      ) as fc.Arbitrary<Filter>,
  }).by(expectFiltered),

  check('income.filter.account', {
    needs: ['users', 'income', 'accounts', 'entries'],
    arrange: filedUser,
  }).by(async (ctx) => {
    for (const account_id of ctx.arranged.accounts) await expectFiltered(ctx, { account_id });
  }),

  check('income.filter.entry', {
    needs: ['users', 'income', 'accounts', 'entries'],
    arrange: filedUser,
    given: ({ arranged: { entries } }) => fc.constantFrom(...entries),
    effort: 0.5,
  }).by((ctx, entry_id) => expectFiltered(ctx, { entry_id })),
  ...itemShapeChecks(incomeList, 'income.shape.types'),
  ...itemShapeChecks(incomeList, 'income.shape.money'),
];
