import fc from 'fast-check';
import type { ClauseId } from '../../spec/clauses.ts';
import { type Calling, type Check, type Context, check } from '../judgement/check.ts';
import { expectRefusal, expectSuccess, expectTwin } from '../judgement/expect.ts';
import { NotApplicable } from '../judgement/failure.ts';
import { answerCheck } from '../predicates/laws.ts';
import { connect, newPayee, payable } from '../steps/provided-payroll.ts';
import { found, linkedWithPayslips, recentPayslip } from '../steps/retrieved.ts';
import { listPoints } from '../steps/user-list.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { expectUnchanged, stateOf, wholeNeeds, wholeUser } from './laws/whole-user.ts';

type Deletable<T> = {
  readonly area: 'accounts' | 'entries';
  readonly kinds: fc.Arbitrary<T>;
  readonly create: (ctx: Context, user_id: string, kind: T) => Promise<string>;
  readonly remove: (ctx: Calling, id: string) => Promise<ServiceResponse<'deleteAccount' | 'deleteEntry'>>;
  /** The clause that nothing of it stays behind, and a kind that would show. */
  readonly trace: readonly [ClauseId, T];
};

/** The rules that the deletion of accounts and that of entries have in common. */
function deletionChecks<T>({ area, kinds, create, remove, trace }: Deletable<T>): readonly Check[] {
  const needs = ['users', area] as const;
  const createAll = async (ctx: Context, wanted: readonly T[]) => {
    const { user_id } = await ctx.arrange.createUser();
    const ids: string[] = [];
    for (const kind of wanted) ids.push(await create(ctx, user_id, kind));
    return { user_id, ids };
  };
  const [noTrace, visible] = trace;
  return [
    answerCheck(`${area}.delete.confirms`, { needs, given: kinds, effort: 0.4 }, async (ctx, kind) =>
      remove(ctx, (await createAll(ctx, [kind])).ids[0]!),
    ),
    check(`${area}.delete.gone`, {
      needs,
      given: fc.record({ wanted: fc.tuple(kinds, kinds, kinds), place: fc.nat({ max: 2 }) }),
      effort: 0.4,
    }).by(async (ctx, { wanted, place }) => {
      const { user_id, ids } = await createAll(ctx, wanted);
      const [deleted = ''] = ids.splice(place, 1);
      expectTwin(await remove(ctx, deleted));
      expectRefusal(await remove(ctx, deleted), { status: 404 }, 'for what is deleted');
      const made = await create(ctx, user_id, wanted[place]!);
      // The id of an account may derive from its login, so that a new account has the old id.
      if (made !== deleted)
        expectRefusal(await remove(ctx, deleted), { status: 404 }, 'for what is deleted, after a new one');
      for (const other of [...ids, made]) expectSuccess(await remove(ctx, other), 200, 'for what remains');
    }),
    // What is deleted has no effect anywhere, and can be created again.
    check(noTrace, { law: true, needs: wholeNeeds, points: listPoints }).by(async (ctx) => {
      const { user_id } = await wholeUser(ctx);
      // A file may outlive the entry that it made: the document says so of users alone.
      const read = async () => ({ ...(await stateOf(ctx, user_id)), documents: [] });
      const before = await read();
      for (const time of ['once', 'twice']) {
        expectSuccess(await remove(ctx, await create(ctx, user_id, visible)), 200);
        expectUnchanged(await read(), before, `a user of whom something was made and deleted ${time}`);
      }
    }),
  ];
}

export const accountDeletionChecks = deletionChecks({
  area: 'accounts',
  kinds: fc.boolean(),
  create: async ({ arrange }, user_id, mfa_enabled) =>
    (await arrange.linkAccount(user_id, { mfa_enabled, payroll: [] })).account_id,
  remove: ({ call }, account_id) => call('deleteAccount', { path: { account_id } }),
  trace: ['accounts.delete.gone', false],
});

const removeEntry = ({ call }: Calling, entry_id: string) => call('deleteEntry', { path: { entry_id } });

export const entryChecks: readonly Check[] = [
  // However an entry came about, it can be deleted.
  answerCheck(
    'entries.delete.confirms',
    { law: true, needs: ['users', 'tokens', 'accounts', 'authorisations'] },
    async (ctx) => removeEntry(ctx, (await found(ctx, await linkedWithPayslips(ctx, 1))).entry_id),
  ),
  answerCheck(
    'entries.delete.confirms',
    { law: true, needs: ['users', 'authorisations', 'direct-payroll'] },
    async (ctx) => {
      const answer = await connect(ctx, await payable(ctx, newPayee(ctx)));
      const entry_id = expectSuccess(answer).payroll_submissions[0]?.entry_id;
      if (!entry_id) throw new NotApplicable('a direct connection makes no entry here');
      return removeEntry(ctx, entry_id);
    },
  ),
  ...deletionChecks({
    area: 'entries',
    // How many payslips it has.
    kinds: fc.integer({ min: 1, max: 3 }),
    create: async ({ arrange, moment }, user_id, size) => {
      const { from } = await moment();
      const payslips = Array.from({ length: size }, (_, n) => recentPayslip(from, n + 1));
      return (await arrange.createEntry(user_id, payslips)).entry_id;
    },
    remove: removeEntry,
    trace: ['entries.delete.no-trace', 3],
  }),
];
