import type { ClientConfigurationUpdate, UserUpdate } from '../../spec/types.ts';
import { Refused } from '../arrange/arrangement.ts';
import type { Capability } from '../capability.ts';
import { type Check, type Context, check } from '../check.ts';
import { expectEqual, expectSuccess, expectThat } from '../expect.ts';
import { linkedUser } from '../steps/linked-user.ts';
import { query } from '../steps/provided-payroll.ts';
import { recentPayslip } from '../steps/retrieved.ts';

async function ofClient({ call }: Context, body: ClientConfigurationUpdate): Promise<void> {
  expectSuccess(await call('updateConfiguration', { body }), 200);
}

async function ofUser({ call }: Context, user_id: string, body: UserUpdate): Promise<void> {
  expectSuccess(await call('updateUser', { path: { user_id }, body }), 200);
}

const lookbackNeeds = [
  'users',
  'tokens',
  'accounts',
  'authorisations',
] as const satisfies readonly Capability[];

/**
 * Whether the one payslip of a new account, paid at the end of the month so many months ago, is found by the first query.
 * The account is created once the settings are as they should be, since that is when the period counts. A month less than
 * the period is within it, and a month more beyond, whether months are counted from the day or from their first.
 */
async function expectSearched(
  ctx: Context,
  set: (user_id: string) => Promise<void>,
  months: { found?: number; beyond?: number },
): Promise<void> {
  const { from } = await ctx.moment();
  for (const [ago, isFound] of [
    [months.found, true],
    [months.beyond, false],
  ] as const) {
    if (ago === undefined) continue;
    const user = await linkedUser(ctx, { user: { payroll_connections_enabled: true } });
    await set(user.user_id);
    const payroll = [recentPayslip(from, ago)];
    const { account_id } = await ctx.arrange.linkAccount(user.user_id, { payroll });
    const answer = await query(ctx, { account_id, bearer: user.bearer });
    const { length } = expectSuccess(answer, 201).payroll_submissions;
    const what = `the number of payslips found of the one paid ${ago} months ago`;
    expectEqual(length, isFound ? 1 : 0, what, answer);
  }
}

const lookbackChecks: readonly Check[] = [
  check({
    clause: 'settings.lookback.client-limits',
    needs: lookbackNeeds,
    exclusive: 'configuration',
    scenario: async (ctx) => {
      for (const [months, found, beyond] of [
        [6, 5, 7],
        [3, 2, 4],
      ] as const) {
        await ofClient(ctx, { payroll_period_months: months });
        await expectSearched(ctx, async () => {}, { found, beyond });
      }
    },
  }),

  check({
    clause: 'settings.lookback.user-decides',
    needs: lookbackNeeds,
    exclusive: 'configuration',
    scenario: async (ctx) => {
      await ofClient(ctx, { payroll_period_months: 6 });
      const own = (months: number) => (user_id: string) =>
        ofUser(ctx, user_id, { payroll_period_months: months });
      await expectSearched(ctx, own(2), { found: 1, beyond: 3 });
      await ofClient(ctx, { payroll_period_months: 2 });
      await expectSearched(ctx, own(6), { found: 5, beyond: 7 });
    },
  }),

  check({
    clause: 'settings.lookback.unset-returns-to-client',
    needs: lookbackNeeds,
    exclusive: 'configuration',
    scenario: async (ctx) => {
      const onceOwn = (months: number) => async (user_id: string) => {
        await ofUser(ctx, user_id, { payroll_period_months: months });
        await ofUser(ctx, user_id, { payroll_period_months: null });
      };
      await ofClient(ctx, { payroll_period_months: 3 });
      await expectSearched(ctx, onceOwn(6), { found: 2, beyond: 4 });
      await ofClient(ctx, { payroll_period_months: 6 });
      await expectSearched(ctx, onceOwn(1), { found: 5, beyond: 7 });
    },
  }),
];

/** Whether payslips of the user may be uploaded. */
async function mayUpload({ arrange }: Context, user_id: string): Promise<boolean> {
  try {
    await arrange.createEntry(user_id, [{}], null);
    return true;
  } catch (error) {
    if (error instanceof Refused && error.status < 500) return false;
    throw error;
  }
}

async function expectUpload(ctx: Context, user_id: string, may: boolean, when: string): Promise<void> {
  expectEqual(await mayUpload(ctx, user_id), may, `whether payslips may be uploaded ${when}`);
}

const payslipChecks: readonly Check[] = [
  check({
    clause: 'settings.payslip-upload.client-disables',
    needs: ['users', 'entries'],
    exclusive: 'configuration',
    scenario: async (ctx) => {
      const { user_id } = await ctx.arrange.createUser();
      for (const isOn of [true, false, true]) {
        await ofClient(ctx, { payslip_upload_enabled: isOn });
        await expectUpload(ctx, user_id, isOn, `with the client's switch ${isOn ? 'on' : 'off'}`);
      }
    },
  }),

  check({
    clause: 'settings.payslip-upload.user-decides',
    needs: ['users', 'entries'],
    exclusive: 'configuration',
    scenario: async (ctx) => {
      for (const client of [false, true]) {
        await ofClient(ctx, { payslip_upload_enabled: client });
        const { user_id } = await ctx.arrange.createUser();
        for (const own of [!client, client, null, !client, null]) {
          await ofUser(ctx, user_id, { payslip_upload_enabled: own });
          const when = `with the client's switch ${client} and the user's ${own}`;
          await expectUpload(ctx, user_id, own ?? client, when);
        }
      }
    },
  }),
];

const incomeChecks: readonly Check[] = [
  check({
    clause: 'settings.income.user-decides',
    needs: ['users', 'income', 'authorisations'],
    scenario: async (ctx) => {
      const { user_id } = await ctx.arrange.createUser({ taxauth_enabled: true });
      await ctx.arrange.accept(user_id);
      await ctx.arrange.createIncome(user_id);
      for (const isOn of [true, false, true, false]) {
        await ofUser(ctx, user_id, { taxauth_enabled: isOn });
        const answer = await ctx.call('getTaxauthIncome', { path: { user_id }, query: { limit: 100 } });
        const { income_submissions: shown = [] } = (answer.body ?? {}) as { income_submissions?: unknown[] };
        expectThat(
          shown.length > 0 === isOn,
          `${isOn ? 'income' : 'no income'} of a user whose access is switched ${isOn ? 'on' : 'off'}`,
          `${answer.status} with ${shown.length} submissions`,
          answer,
        );
      }
    },
  }),
];

/** The clauses about the settings of a user that override the client's, but for connections and recurring checks. */
export const overrideChecks: readonly Check[] = [...lookbackChecks, ...payslipChecks, ...incomeChecks];
