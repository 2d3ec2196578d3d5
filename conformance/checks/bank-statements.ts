import fc from 'fast-check';
import type { PartialBankStatementSubmission } from '../../spec/types.ts';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, type Context, check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectSuccess } from '../judgement/expect.ts';
import { CannotArrange, Failure } from '../judgement/failure.ts';
import { specialRows } from '../values/table.ts';
import { idsOf, itemShapeChecks, keptItemsCheck, type UserList, userListChecks } from './paged-lists.ts';

const [lastInstant, midnight] = ['2025-01-31T23:59:59.999Z', '2025-02-01T00:00:00.000Z'];
const times = [lastInstant, midnight, midnight, '2025-03-09T14:30:15.250Z'];

const statements = specialRows<PartialBankStatementSubmission>('statement');

/** One user with bank statements, whom all checks that only read them have in common. */
const userWithStatements = ({ shared }: Pick<Context, 'shared'>): Promise<{ user_id: string }> =>
  shared('a user with bank statements', ({ arrange }) => arrange.held({ bankStatements: 3 }));

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
  // One more than the other lists have on a page, all created at one instant.
  long: { length: 101, item: { created_at: midnight } },
};

type Dated = { id: string; at: number };
type Arranged = { user_id: string; dated: readonly Dated[] };

/** A user whose statements were created at different times, with the times that the service shows. */
const datedUser = ({ shared }: Pick<Context, 'shared'>): Promise<Arranged> =>
  shared('statements of different times', async ({ arrange, call }) => {
    const { user_id } = await willingUser(arrange);
    for (const created_at of times) await arrange.createBankStatement(user_id, { created_at });
    const answer = await call('listBankStatements', { path: { user_id }, query: { offset: 0, limit: 100 } });
    const dated = expectSuccess(answer, 200)
      .bank_statement_submissions.map(({ id, created_at }) => ({ id, at: Date.parse(created_at) }))
      .sort((a, b) => a.at - b.at);
    if (dated.length < times.length || dated.some(({ at }) => Number.isNaN(at)))
      throw new Failure('every statement with the time of its creation', answer.text.slice(0, 300), answer);
    return { user_id, dated };
  });

const isoText = (at: number): string => new Date(at).toISOString();

const hour = 3_600_000;
/** The neighbours of each statement: a millisecond, an hour and a day off, as a wrong bound, zone or day would be. */
const steps = [1, hour, 24 * hour].flatMap((step) => [-step, step]);
const neighbours = (dated: readonly Dated[]): number[] => {
  const taken = new Set(dated.map(({ at }) => at));
  return [...taken].flatMap((at) => steps.map((step) => at + step)).filter((at) => !taken.has(at));
};

async function expectFiltered(ctx: Context<never, Arranged>, given: object, stays: (at: number) => boolean) {
  const { user_id, dated } = ctx.arranged;
  const query = { offset: 0, limit: 100, ...given };
  const path = { user_id };
  const answer = await ctx.call('listBankStatements', { path, query });
  const expected = dated.filter(({ at }) => stays(at)).map(({ id }) => id);
  expectEqual(idsOf(answer).sort(), expected.sort(), `the statements with ${JSON.stringify(given)}`, answer);
  // A filter that is applied to a page, and not before it, loses what stands on later pages. With one statement a page,
  // an offset means the same whether it counts statements or pages.
  for (const offset of [0, 1]) {
    const page = await ctx.call('listBankStatements', { path, query: { ...query, offset, limit: 1 } });
    const shown = idsOf(page).map((id) => expected.includes(id));
    const wanted = expected.length > offset ? [true] : [];
    expectEqual(shown, wanted, `whether each statement from offset ${offset} is within the bounds`, page);
  }
}

const filters = (['before', 'after'] as const).map((side) => ({
  clause: `bank-statements.filter.${side}` as const,
  point: `bank-statements.list.exclude-${side}-name` as const,
  stays: (at: number, bound: number) => (side === 'before' ? at > bound : at < bound),
}));

const filterCheck = checkWith({ needs: ['users', 'bank-statements'] });
const bothFilters = { points: filters.map(({ point }) => point), arrange: datedUser };

export const bankStatementChecks: readonly Check[] = [
  ...userListChecks(statementList),

  check('bank-statements.list.offset-from-zero', {
    needs: ['held-bank-statements'],
    arrange: userWithStatements,
    given: fc.integer({ min: 20, max: 1000 }),
    effort: 0.5,
  }).by(async ({ call, arranged: { user_id } }, limit) => {
    const answer = await call('listBankStatements', { path: { user_id }, query: { offset: 0, limit } });
    const all = Math.min(limit, expectSuccess(answer, 200).pagination.total_count);
    expectEqual(idsOf(answer).length, all, 'the number of statements from offset 0', answer);
  }),

  filterCheck('bank-statements.filter.total', bothFilters).by(async ({ call, points, arranged }) => {
    const { user_id, dated } = arranged;
    for (const { point, stays } of filters)
      for (const [at, bound] of neighbours(dated).entries()) {
        const query = { offset: 0, limit: at % 2 === 0 ? 1 : 100, [points[point]]: isoText(bound) };
        const answer = await call('listBankStatements', { path: { user_id }, query });
        const { total_count } = expectSuccess(answer, 200).pagination;
        const left = dated.filter((one) => stays(one.at, bound)).length;
        expectEqual(total_count, left, 'the total under a filter', answer);
      }
  }),

  ...filters.flatMap(({ clause, point, stays }) => [
    filterCheck(clause, { points: [point], arrange: datedUser }).by(async (ctx) => {
      for (const bound of neighbours(ctx.arranged.dated))
        await expectFiltered(ctx, { [ctx.points[point]]: isoText(bound) }, (at) => stays(at, bound));
    }),
    // Both at once, each with a bound of its own.
    filterCheck(clause, bothFilters).by(async (ctx) => {
      const bounds = neighbours(ctx.arranged.dated);
      for (const [at, early] of bounds.entries()) {
        const pair = [early, bounds[(at * 7 + 5) % bounds.length]!];
        const given = filters.map((filter, index) => [ctx.points[filter.point], isoText(pair[index]!)]);
        await expectFiltered(ctx, Object.fromEntries(given), (one) =>
          filters.every((filter, index) => filter.stays(one, pair[index]!)),
        );
      }
    }),
  ]),

  filterCheck('bank-statements.filter.keeps-the-instant', bothFilters).by(async (ctx) => {
    // A time that was not given may be finer than the one that is shown.
    if (ctx.arranged.dated.some(({ at }, index) => at !== Date.parse(times[index] ?? '')))
      throw new CannotArrange('the time at which a statement was created cannot be arranged');
    const [before, after] = filters.map(({ point }) => ctx.points[point]) as [string, string];
    for (const instant of new Set(ctx.arranged.dated.map(({ at }) => at))) {
      const text = isoText(instant);
      await expectFiltered(ctx, { [before]: text }, (at) => at >= instant);
      await expectFiltered(ctx, { [after]: text }, (at) => at <= instant);
      await expectFiltered(ctx, { [before]: text, [after]: text }, (at) => at === instant);
    }
  }),
  ...(['types', 'plain-dates', 'balances', 'probability'] as const).flatMap((what) =>
    itemShapeChecks(statementList, `bank-statements.shape.${what}`),
  ),
  keptItemsCheck(statementList, 'bank-statements.shape.extracted-data'),
];
