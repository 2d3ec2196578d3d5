import type { ClauseId } from '../../../spec/clauses.ts';
import type { UserUpdate } from '../../../spec/types.ts';
import { ifOffered } from '../../arrange/offers.ts';
import type { Capability } from '../../judgement/capability.ts';
import { type Check, type Context, check, type Exclusive } from '../../judgement/check.ts';
import { expectEqual, expectTwin } from '../../judgement/expect.ts';
import { expectLaw } from '../../predicates/laws.ts';
import { checkableUser, recurringNeeds } from '../../steps/checkable-user.ts';
import { linkedUser, waitingAccount } from '../../steps/linked-user.ts';
import { query } from '../../steps/provided-payroll.ts';
import { recentPayslip } from '../../steps/retrieved.ts';
import { mayUpload } from '../../steps/upload-file.ts';
import { type ListingContext, listPoints } from '../../steps/user-list.ts';
import type { ServiceResponse } from '../../target/exchange.ts';
import { fieldsOf, objectsIn } from '../../target/read-json.ts';
import { expectUnchanged, stateOf, type WholeUser, wholeNeeds, wholeUser } from './whole-user.ts';

/** Something done to one user, and what must stay the same for another. */
type Row = {
  readonly clause: ClauseId;
  readonly needs?: readonly Capability[];
  readonly exclusive?: Exclusive;
  readonly acts: readonly ((ctx: Context, one: WholeUser) => Promise<unknown>)[];
  readonly observe: (ctx: ListingContext, one: WholeUser, other: WholeUser) => Promise<object>;
};

const ofOther: Row['observe'] = (ctx, _, other) => stateOf(ctx, other.user_id);

/** One user's own settings, first one value and then the other. */
const settings = (...updates: readonly UserUpdate[]): Row['acts'] =>
  updates.map((body) => async ({ call }, { user_id }) => {
    expectLaw('users.patch.sets', await call('updateUser', { path: { user_id }, body }));
  });

const whole: UserUpdate = {
  forename: 'Marked',
  surname: 'Marked',
  date_of_birth: '1971-02-03T00:00:00.000Z',
  post_codes: ['M1 1AE'],
  ni_number: 'CE654321D',
};

/** The accounts that wait beside the answered one: what they show, and what a query of them gets. */
const waitingAccounts: Row['observe'] = async (ctx, one, other) => {
  const seen: unknown[] = [];
  for (const { user_id, bearer } of [one, other]) {
    const beside = await ifOffered(() => ctx.arrange.inspectUser(user_id));
    const still = objectsIn(beside?.accounts).filter((account) => account['account_id'] !== one.waiting);
    seen.push(...still.map((account) => [account['account_id'], account['status']]));
    // An authorisation may be good for one retrieval alone.
    await ctx.arrange.accept(user_id);
    const account_id = user_id === one.user_id ? one.besides : other.waiting;
    seen.push((await query(ctx, { account_id, bearer })).status);
  }
  return { waiting: seen };
};

const months = [1, 2, 4, 5, 8, 14, 26];

/** A request that has to be taken; what the other user has is observed, unless something else is named. */
const once = (
  clause: ClauseId,
  send: (ctx: Context, one: WholeUser) => Promise<ServiceResponse>,
  observe = ofOther,
): Row => ({ clause, acts: [async (ctx, one) => expectTwin(await send(ctx, one))], observe });

const rows: readonly Row[] = [
  { clause: 'users.patch.that-user-only', acts: settings(whole), observe: ofOther },
  once('users.delete.leaves-others', ({ call }, { user_id }) => call('deleteUser', { path: { user_id } })),
  once('accounts.delete.gone', ({ call }, { account_id }) => call('deleteAccount', { path: { account_id } })),
  once('entries.delete.gone', ({ call }, { entry_id }) => call('deleteEntry', { path: { entry_id } })),
  once('payroll.query.finds-new-payroll', async (ctx, one) => {
    const answer = await query(ctx, one);
    expectTwin(answer);
    expectEqual(fieldsOf(answer.body)['account_id'], one.account_id, 'the account', answer);
    return answer;
  }),
  once(
    'accounts.shape.pending-while-awaited',
    ({ call }, { waiting }) =>
      call('submitMfa', { path: { account_id: waiting }, body: { mfa: waitingAccount.mfa } }),
    waitingAccounts,
  ),
  {
    clause: 'settings.lookback.user-decides',
    acts: settings({ payroll_period_months: 6 }),
    observe: async (ctx) => {
      const { from } = await ctx.moment();
      const payroll = months.map((ago) => recentPayslip(from, ago));
      const { body } = await query(ctx, await linkedUser(ctx, { account: { payroll } }));
      return { found: objectsIn(fieldsOf(body)['payroll_submissions']).length };
    },
  },
  {
    clause: 'settings.payroll-connections.user-disables',
    acts: settings({ payroll_connections_enabled: false }, { payroll_connections_enabled: true }),
    observe: async (ctx) => ({ query: (await query(ctx, await linkedUser(ctx))).status }),
  },
  {
    clause: 'settings.payslip-upload.user-decides',
    acts: settings({ payslip_upload_enabled: false }, { payslip_upload_enabled: true }),
    observe: async (ctx) => ({ upload: await mayUpload(ctx, (await ctx.arrange.createUser()).user_id) }),
  },
  {
    clause: 'settings.recurring-checks.user-enables',
    needs: [...recurringNeeds, 'inspect'],
    exclusive: 'clock',
    acts: settings({ recurring_checks_enabled: true }, { recurring_checks_enabled: false }),
    observe: async (ctx) => {
      const { user_id } = await checkableUser(ctx, {}, { payroll: [{}] });
      await ctx.arrange.moveClock({ by: 'P32D' });
      return { checked: (await ctx.arrange.inspectUser(user_id)).entries.length };
    },
  },
];

/** The law that what is done to one is not done to its neighbour. */
export const neighbourLaws: readonly Check[] = rows.map(({ clause, needs = [], exclusive, acts, observe }) =>
  check(clause, { law: true, needs: [...wholeNeeds, ...needs], points: listPoints, exclusive }).by(
    async (ctx) => {
      const one = await wholeUser(ctx);
      const other = await wholeUser(ctx);
      const before = await observe(ctx, one, other);
      for (const act of acts) {
        await act(ctx, one);
        const after = await observe(ctx, one, other);
        expectUnchanged(after, before, `a neighbour of the user ${one.user_id}, to whom something was done`);
      }
    },
  ),
);
