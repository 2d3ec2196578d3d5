import fc from 'fast-check';
import { willingUser } from '../arrange/willing-user.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectEqual, expectSuccess } from '../expect.ts';
import { CannotArrange, Failure } from '../failure.ts';

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
  const answer = await call('listBankStatements', { path: { user_id }, query });
  const listed = expectSuccess(answer, 200).bank_statement_submissions.map(({ id }) => id);
  const expected = dated.filter(({ at }) => stays(at)).map(({ id }) => id);
  expectEqual(listed.sort(), expected.sort(), `the statements with ${JSON.stringify(filters)}`, answer);
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

export const statementFilterChecks: readonly Check[] = [
  check({
    clause: 'bank-statements.filter.total',
    needs: ['users', 'bank-statements'],
    points: ['bank-statements.list.exclude-before-name', 'bank-statements.list.exclude-after-name'],
    arrange: datedUser,
    given: ({ arranged }) =>
      fc.record({
        bound: between({ arranged }),
        filter: fc.constantFrom(...filters),
        limit: fc.integer({ min: 1, max: 100 }),
      }),
    property: async ({ call, points, arranged: { user_id, dated } }, { bound, filter, limit }) => {
      const query = { offset: 0, limit, [points[filter.point]]: isoText(bound) };
      const answer = await call('listBankStatements', { path: { user_id }, query });
      const left = dated.filter(({ at }) => filter.stays(at, bound)).length;
      expectEqual(
        expectSuccess(answer, 200).pagination.total_count,
        left,
        'the total under a filter',
        answer,
      );
    },
  }),

  ...filters.flatMap(({ clause, point, stays }) => {
    const needs = ['users', 'bank-statements'] as const;
    return [
      check({
        clause,
        needs,
        points: [point],
        arrange: datedUser,
        scenario: async (ctx) => {
          for (const bound of neighbours(ctx.arranged.dated))
            await expectFiltered(ctx, { [ctx.points[point]]: isoText(bound) }, (at) => stays(at, bound));
        },
      }),
      check({
        clause,
        needs,
        points: [point],
        arrange: datedUser,
        given: between,
        property: (ctx, bound) =>
          expectFiltered(ctx, { [ctx.points[point]]: isoText(bound) }, (at) => stays(at, bound)),
      }),
    ];
  }),

  check({
    clause: 'bank-statements.filter.keeps-the-instant',
    needs: ['users', 'bank-statements'],
    points: ['bank-statements.list.exclude-before-name', 'bank-statements.list.exclude-after-name'],
    arrange: datedUser,
    scenario: async (ctx) => {
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
    },
  }),
];
