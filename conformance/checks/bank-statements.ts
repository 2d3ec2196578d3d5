import fc from 'fast-check';
import type { PartialBankStatementSubmission } from '../../spec/types.ts';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, type Context, check } from '../judgement/check.ts';
import { expectEqual, expectSuccess, expectThat } from '../judgement/expect.ts';
import { CannotArrange, Failure } from '../judgement/failure.ts';
import { missing } from '../steps/kept-by-meaning.ts';
import { balances, identifiers, money, names } from '../values/text.ts';
import { userWithStatements } from './held-users.ts';
import { idsOf, itemShapeChecks, type UserList, userListChecks } from './paged-lists.ts';

const dayMs = 86_400_000;
const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
const digits = (length: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });

const periods = fc
  .record({
    first: fc.integer({ min: Date.UTC(2022, 0, 1) / dayMs, max: Date.UTC(2024, 11, 1) / dayMs }),
    days: fc.integer({ min: 6, max: 60 }),
  })
  .map(({ first, days }) => ({ start_date: dayText(first), end_date: dayText(first + days) }));

const transactions = fc.uniqueArray(
  fc.record({
    date: fc.integer({ min: 0, max: 6 }),
    description: identifiers,
    amount: money(0, 4000),
    type: fc.constantFrom('credit', 'debit'),
  }),
  { selector: ({ description }) => description, minLength: 1, maxLength: 4 },
);

/** What extraction may find in a statement: every part of it, transactions within the period. */
const statements: fc.Arbitrary<PartialBankStatementSubmission> = fc
  .record({
    document_external_id: identifiers,
    document_filename: identifiers.map((name) => `${name.replaceAll('/', '-')}.pdf`),
    account_information: fc.record({
      account_holder_name: names,
      account_number: fc.oneof(
        digits(8),
        digits(6).map((rest) => `00${rest}`),
      ),
      sort_code: digits(6).map((text) => text.replace(/(..)(..)(..)/, '$1-$2-$3')),
      bank_name: names,
      iban: fc.tuple(digits(2), digits(14)).map(([check, rest]) => `GB${check}PYRG${rest}`),
    }),
    statement_period: periods,
    balance_information: fc.record({ opening_balance: balances, closing_balance: balances }),
    transactions,
    bank_statement_probability: fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100),
  })
  .map(({ transactions, ...rest }) => ({
    ...rest,
    transactions: transactions.map((one) => ({
      ...one,
      date: dayText(Date.parse(rest.statement_period.start_date) / dayMs + one.date),
    })),
  }));

const whole = { offset: 0, limit: 100 };

const statementList: UserList<PartialBankStatementSubmission> = {
  area: 'bank-statements',
  highestOffset: 12,
  needs: ['held-bank-statements'],
  arrange: userWithStatements,
  read: ({ call }, user_id, query) => call('listBankStatements', { path: { user_id }, query }),
  newUser: (arrange) => willingUser(arrange),
  create: (arrange, user_id, statement) => arrange.createBankStatement(user_id, statement),
  createNeeds: ['users', 'bank-statements'],
  items: statements,
};

type Dated = { id: string; at: number };
type Arranged = { user_id: string; dated: readonly Dated[] };

const times = ['2025-01-31T23:59:59.999Z', '2025-02-01T00:00:00.000Z', '2025-03-09T14:30:15.250Z'];

/** A user whose statements were created at different times, with the times that the service shows. */
const datedUser = ({ shared }: Pick<Context, 'shared'>): Promise<Arranged> =>
  shared('statements of different times', async ({ arrange, call }) => {
    const { user_id } = await willingUser(arrange);
    for (const created_at of times) await arrange.createBankStatement(user_id, { created_at });
    const query = { offset: 0, limit: 100 };
    const answer = await call('listBankStatements', { path: { user_id }, query });
    const dated = expectSuccess(answer, 200)
      .bank_statement_submissions.map(({ id, created_at }) => ({ id, at: Date.parse(created_at) }))
      .sort((a, b) => a.at - b.at);
    if (dated.length < times.length || dated.some(({ at }) => Number.isNaN(at)))
      throw new Failure('every statement with the time of its creation', answer.text.slice(0, 300), answer);
    return { user_id, dated };
  });

const isoText = (at: number): string => new Date(at).toISOString();

/** Instants before, between and after the statements, none of them that of a statement. */
const between = ({ arranged: { dated } }: { arranged: Arranged }): fc.Arbitrary<number> => {
  const taken = new Set(dated.map(({ at }) => at));
  return fc
    .tuple(fc.constantFrom(...taken), fc.oneof(fc.constantFrom(-1, 1), fc.integer({ min: -5e9, max: 5e9 })))
    .map(([at, step]) => at + step)
    .filter((at) => !taken.has(at));
};

const hour = 3_600_000;
/** The neighbours of each statement: a millisecond, an hour and a day off, as a wrong bound, zone or day would be. */
const steps = [1, hour, 24 * hour].flatMap((step) => [-step, step]);
const neighbours = (dated: readonly Dated[]): number[] => {
  const taken = new Set(dated.map(({ at }) => at));
  return [...taken].flatMap((at) => steps.map((step) => at + step)).filter((at) => !taken.has(at));
};

/** The statements that the list shows with these parameters are those that are expected, and no others. */
async function expectFiltered(
  { call, arranged: { user_id, dated } }: Pick<Context<never, Arranged>, 'call' | 'arranged'>,
  filters: Record<string, string>,
  stays: (at: number) => boolean,
): Promise<void> {
  const query = { offset: 0, limit: 100, ...filters };
  const path = { user_id };
  const answer = await call('listBankStatements', { path, query });
  const listed = expectSuccess(answer, 200).bank_statement_submissions.map(({ id }) => id);
  const expected = dated.filter(({ at }) => stays(at)).map(({ id }) => id);
  expectEqual(listed.sort(), expected.sort(), `the statements with ${JSON.stringify(filters)}`, answer);
  // A filter that is applied to a page, and not before it, loses what stands on later pages. With one statement a page,
  // an offset means the same whether it counts statements or pages.
  for (const offset of [0, 1]) {
    const page = await call('listBankStatements', { path, query: { ...query, offset, limit: 1 } });
    const shown = expectSuccess(page, 200).bank_statement_submissions.map(({ id }) => expected.includes(id));
    const wanted = expected.length > offset ? [true] : [];
    expectEqual(shown, wanted, `whether each statement from offset ${offset} is within the bounds`, page);
  }
}

/** The two filters: what each is called, and which statements it leaves in. */
const filters = [
  {
    clause: 'bank-statements.filter.before',
    point: 'bank-statements.list.exclude-before-name',
    stays: (at: number, bound: number) => at > bound,
  },
  {
    clause: 'bank-statements.filter.after',
    point: 'bank-statements.list.exclude-after-name',
    stays: (at: number, bound: number) => at < bound,
  },
] as const;

const filterPoints = filters.map(({ point }) => point);

/** Both filters at once, each with a bound of its own. */
const combined = (ctx: { arranged: Arranged }): fc.Arbitrary<readonly number[]> =>
  fc.tuple(between(ctx), between(ctx));

const expectCombined = (
  ctx: Context<(typeof filterPoints)[number], Arranged>,
  bounds: readonly number[],
): Promise<void> => {
  const given = filters.map(({ point }, index) => [ctx.points[point], isoText(bounds[index]!)]);
  return expectFiltered(ctx, Object.fromEntries(given), (at) =>
    filters.every(({ stays }, index) => stays(at, bounds[index]!)),
  );
};

/** The clauses about bank statement submissions: the list, its filters, and what a submission holds. */
export const bankStatementChecks: readonly Check[] = [
  ...userListChecks(statementList),

  check('bank-statements.list.offset-from-zero', {
    needs: ['held-bank-statements'],
    arrange: userWithStatements,
    given: fc.integer({ min: 20, max: 1000 }),
    effort: 0.5,
  }).by(async ({ call, arranged: { user_id } }, limit) => {
    const answer = await call('listBankStatements', { path: { user_id }, query: { offset: 0, limit } });
    const { pagination } = expectSuccess(answer, 200);
    const all = Math.min(limit, pagination.total_count);
    expectEqual(idsOf(answer).length, all, 'the number of statements from offset 0', answer);
  }),

  check('bank-statements.list.limit-highest', { needs: ['users', 'bank-statements'] }).by(async (ctx) => {
    const { user_id } = await willingUser(ctx.arrange);
    // One more than the other lists have on a page.
    const made = await Promise.all(
      Array.from({ length: 101 }, () => ctx.arrange.createBankStatement(user_id)),
    );
    for (const limit of [101, 1000]) {
      const query = { offset: 0, limit };
      const answer = await ctx.call('listBankStatements', { path: { user_id }, query });
      expectEqual(idsOf(answer).length, made.length, `the statements on a page of ${limit}`, answer);
    }
  }),
  check('bank-statements.filter.total', {
    needs: ['users', 'bank-statements'],
    points: ['bank-statements.list.exclude-before-name', 'bank-statements.list.exclude-after-name'],
    arrange: datedUser,
    given: ({ arranged }) =>
      fc.record({
        bound: between({ arranged }),
        filter: fc.constantFrom(...filters),
        limit: fc.integer({ min: 1, max: 100 }),
      }),
  }).by(async ({ call, points, arranged: { user_id, dated } }, { bound, filter, limit }) => {
    const query = { offset: 0, limit, [points[filter.point]]: isoText(bound) };
    const answer = await call('listBankStatements', { path: { user_id }, query });
    const left = dated.filter(({ at }) => filter.stays(at, bound)).length;
    expectEqual(expectSuccess(answer, 200).pagination.total_count, left, 'the total under a filter', answer);
  }),

  ...filters.flatMap(({ clause, point, stays }) => {
    const needs = ['users', 'bank-statements'] as const;
    return [
      check(clause, { needs, points: [point], arrange: datedUser }).by(async (ctx) => {
        for (const bound of neighbours(ctx.arranged.dated))
          await expectFiltered(ctx, { [ctx.points[point]]: isoText(bound) }, (at) => stays(at, bound));
      }),
      check(clause, { needs, points: [point], arrange: datedUser, given: between }).by((ctx, bound) =>
        expectFiltered(ctx, { [ctx.points[point]]: isoText(bound) }, (at) => stays(at, bound)),
      ),
      check(clause, { needs, points: filterPoints, arrange: datedUser, given: combined }).by(expectCombined),
    ];
  }),

  check('bank-statements.filter.keeps-the-instant', {
    needs: ['users', 'bank-statements'],
    points: ['bank-statements.list.exclude-before-name', 'bank-statements.list.exclude-after-name'],
    arrange: datedUser,
  }).by(async (ctx) => {
    // A time that was not given may be finer than what is shown of it.
    if (ctx.arranged.dated.some(({ at }, index) => at !== Date.parse(times[index] ?? '')))
      throw new CannotArrange('the time at which a statement was created cannot be arranged');
    const before = ctx.points['bank-statements.list.exclude-before-name'];
    const after = ctx.points['bank-statements.list.exclude-after-name'];
    for (const instant of new Set(ctx.arranged.dated.map(({ at }) => at))) {
      const text = isoText(instant);
      await expectFiltered(ctx, { [before]: text }, (at) => at >= instant);
      await expectFiltered(ctx, { [after]: text }, (at) => at <= instant);
      await expectFiltered(ctx, { [before]: text, [after]: text }, (at) => at === instant);
    }
  }),
  ...itemShapeChecks(statementList, 'bank-statements.shape.types'),
  ...itemShapeChecks(statementList, 'bank-statements.shape.plain-dates'),
  ...itemShapeChecks(statementList, 'bank-statements.shape.balances'),
  ...itemShapeChecks(statementList, 'bank-statements.shape.probability'),

  check('bank-statements.shape.extracted-data', {
    needs: ['users', 'bank-statements'],
    arrange: async ({ arrange }) => (await willingUser(arrange)).user_id,
    given: statements,
    effort: 0.8,
  }).by(async ({ call, arrange, arranged: user_id }, statement) => {
    const { id } = await arrange.createBankStatement(user_id, statement);
    const answer = await call('listBankStatements', { path: { user_id }, query: whole });
    const listed = expectSuccess(answer, 200).bank_statement_submissions.find((one) => one.id === id);
    expectThat(listed !== undefined, 'the extracted statement in the list', 'no such statement', answer);
    const lost = missing(statement, listed);
    expectThat(lost === undefined, 'the extracted values', lost ?? '', answer);
  }),
];
