import { type Check, type Context, check, checkWith } from '../judgement/check.ts';
import { expectEqual, expectRefusal, expectSuccess, expectThat } from '../judgement/expect.ts';
import { NotApplicable } from '../judgement/failure.ts';
import { updateClient, updateUser } from '../steps/checkable-user.ts';
import { authorisedUser, linkedUser } from '../steps/linked-user.ts';
import { query } from '../steps/provided-payroll.ts';
import { recentPayslip } from '../steps/retrieved.ts';
import { mayUpload } from '../steps/upload-file.ts';
import { isSuccess } from '../target/exchange.ts';
import { fieldsOf, objectsIn } from '../target/read-json.ts';
import { recurringChecks } from './recurring.ts';

const needs = ['users', 'tokens', 'accounts', 'authorisations'] as const;
const settingCheck = checkWith({ needs, exclusive: 'configuration' });

/**
 * Whether the one payslip of a new account, paid at the end of the month so many months ago, is found by the first query.
 * The account is created once the settings are as they should be, since that is when the period counts. A month less than
 * the period is within it, and a month more beyond, whether months are counted from the day or from their first. No period
 * is shorter than six months, since the least is not shown.
 */
async function expectSearched(ctx: Context, set: (user_id: string) => Promise<void>, months: number) {
  const { from } = await ctx.moment();
  for (const ago of [months - 1, months + 1]) {
    const user = await linkedUser(ctx, { user: { payroll_connections_enabled: true } });
    await set(user.user_id);
    const payroll = [recentPayslip(from, ago)];
    const { account_id } = await ctx.arrange.linkAccount(user.user_id, { payroll });
    const answer = await query(ctx, { account_id, bearer: user.bearer });
    const what = `the number of payslips found of the one paid ${ago} months ago`;
    expectEqual(expectSuccess(answer, 201).payroll_submissions.length, ago < months ? 1 : 0, what, answer);
  }
}

/** The longest of these periods that the deployment takes, and longer by more than a month than six: the most is not shown. */
async function longPeriod(ctx: Context): Promise<number> {
  const { user_id } = await ctx.arrange.createUser();
  for (const payroll_period_months of [36, 12, 10, 8])
    if (isSuccess(await ctx.call('updateUser', { path: { user_id }, body: { payroll_period_months } })))
      return payroll_period_months;
  // One that refuses every period breaks the clause; one that takes the period of the other checks has a bound.
  await updateUser(ctx, user_id, { payroll_period_months: 6 });
  throw new NotApplicable('no lookback period of 8 months or more is taken here');
}

/** How many of the payslips of an account, paid so many months ago, are found once the period was changed. */
async function foundAfterChange(ctx: Context, ago: number, first: number, then: number): Promise<number> {
  const { from } = await ctx.moment();
  const user = await linkedUser(ctx, {
    user: { payroll_connections_enabled: true, payroll_period_months: first },
    account: { payroll: [recentPayslip(from, ago)] },
  });
  await updateUser(ctx, user.user_id, { payroll_period_months: then });
  return expectSuccess(await query(ctx, user), 201).payroll_submissions.length;
}

async function expectUpload(ctx: Context, user_id: string, may: boolean, when: string): Promise<void> {
  expectEqual(await mayUpload(ctx, user_id), may, `whether payslips may be uploaded ${when}`);
}

const uploadNeeds = { needs: ['users', 'entries'] } as const;
const incomeCheck = checkWith({ needs: ['users', 'income', 'authorisations'], uses: ['income.disabled'] });

async function incomeOf({ call }: Context, user_id: string) {
  const answer = await call('getTaxauthIncome', { path: { user_id }, query: { limit: 100 } });
  return { answer, shown: objectsIn(fieldsOf(answer.body)['income_submissions']).length };
}

const uses = ['connections.disabled-status'] as const;

/** Switches that are set one after the other, and what queries get in between, by the end of the clause. */
const connectionCourses = {
  'client-disables': ['client on', 'query taken', 'client off', 'query refused', 'client on', 'query taken'],
  'user-enables': ['client off', 'user on', 'query taken', 'client on', 'client off', 'query taken'],
  'user-disables': [
    ...['client on', 'query taken', 'user off', 'query refused'],
    ...['client off', 'client on', 'query refused'],
  ],
  'unset-returns-to-client': [
    ...['client on', 'user off', 'user unset', 'query taken'],
    ...['client off', 'user on', 'user unset', 'query refused'],
  ],
} as const satisfies Record<string, readonly string[]>;

export const settingChecks: readonly Check[] = [
  ...(Object.keys(connectionCourses) as (keyof typeof connectionCourses)[]).map((name) =>
    settingCheck(`settings.payroll-connections.${name}`, { uses }).by(async (ctx) => {
      const user = await linkedUser(ctx);
      const status = ctx.known['connections.disabled-status'];
      for (const [at, step] of connectionCourses[name].entries()) {
        const [who, word] = step.split(' ');
        const why = `after: ${connectionCourses[name].slice(0, at).join(', ')}`;
        const body = { payroll_connections_enabled: word === 'unset' ? null : word === 'on' };
        if (step === 'query taken') expectSuccess(await query(ctx, user), 201, why);
        else if (step === 'query refused') expectRefusal(await query(ctx, user), { status }, why);
        else if (who === 'user') await updateUser(ctx, user.user_id, body);
        else await updateClient(ctx, body);
      }
    }),
  ),

  settingCheck('settings.lookback.client-limits').by(async (ctx) => {
    for (const months of [6, await longPeriod(ctx)]) {
      await updateClient(ctx, { payroll_period_months: months });
      await expectSearched(ctx, async () => {}, months);
    }
  }),

  settingCheck('settings.lookback.user-decides').by(async (ctx) => {
    const long = await longPeriod(ctx);
    await updateClient(ctx, { payroll_period_months: long });
    const own = (months: number) => (user_id: string) =>
      updateUser(ctx, user_id, { payroll_period_months: months });
    await expectSearched(ctx, own(6), 6);
    await updateClient(ctx, { payroll_period_months: 6 });
    await expectSearched(ctx, own(long), long);
  }),

  settingCheck('settings.lookback.unset-returns-to-client').by(async (ctx) => {
    const long = await longPeriod(ctx);
    const onceOwn = (months: number) => async (user_id: string) => {
      await updateUser(ctx, user_id, { payroll_period_months: months });
      await updateUser(ctx, user_id, { payroll_period_months: null });
    };
    await updateClient(ctx, { payroll_period_months: 6 });
    await expectSearched(ctx, onceOwn(long), 6);
    await updateClient(ctx, { payroll_period_months: long });
    await expectSearched(ctx, onceOwn(6), long);
  }),

  check('settings.lookback.later-change', { needs }).by(async (ctx) => {
    const long = await longPeriod(ctx);
    const what = `the payslips found of the one paid ${long - 1} months ago`;
    const ofShort = await foundAfterChange(ctx, long - 1, 6, long);
    expectEqual(ofShort, 0, `${what}, by 6 before the period was longer`);
    const ofLong = await foundAfterChange(ctx, long - 1, long, 6);
    expectEqual(ofLong, 1, `${what}, by ${long} before the period was shorter`);
  }),

  check('settings.payslip-upload.fallback', uploadNeeds).by(async (ctx) => {
    const { user_id } = await ctx.arrange.createUser({ payslip_upload_enabled: true });
    await expectUpload(ctx, user_id, true, 'of a user without any account');
  }),

  settingCheck('settings.payslip-upload.client-disables', uploadNeeds).by(async (ctx) => {
    const { user_id } = await ctx.arrange.createUser();
    for (const isOn of [true, false, true]) {
      await updateClient(ctx, { payslip_upload_enabled: isOn });
      await expectUpload(ctx, user_id, isOn, `with the client's switch ${isOn ? 'on' : 'off'}`);
    }
  }),

  settingCheck('settings.payslip-upload.user-decides', uploadNeeds).by(async (ctx) => {
    for (const client of [false, true]) {
      await updateClient(ctx, { payslip_upload_enabled: client });
      const { user_id } = await ctx.arrange.createUser();
      for (const own of [!client, client, null, !client, null]) {
        await updateUser(ctx, user_id, { payslip_upload_enabled: own });
        const when = `with the client's switch ${client} and the user's ${own}`;
        await expectUpload(ctx, user_id, own ?? client, when);
      }
    }
  }),
  incomeCheck('settings.income.user-decides').by(async (ctx) => {
    const shows = ctx.known['income.disabled'] === 'shown';
    const user_id = await authorisedUser(ctx, { taxauth_enabled: true });
    await ctx.arrange.createIncome(user_id);
    for (const isOn of [true, false, true, false]) {
      await updateUser(ctx, user_id, { taxauth_enabled: isOn });
      const { answer, shown } = await incomeOf(ctx, user_id);
      const isDue = isOn || shows;
      const expected = `${isDue ? 'income' : 'no income'} of a user whose access is switched ${isOn ? 'on' : 'off'}`;
      expectThat(shown > 0 === isDue, expected, `${answer.status} with ${shown} submissions`, answer);
    }
  }),
  incomeCheck('settings.income.overrides-client', { exclusive: 'configuration' }).by(async (ctx) => {
    const shows = ctx.known['income.disabled'] === 'shown';
    for (const client of [true, false]) {
      const set = await ctx.call('updateConfiguration', { json: { taxauth_enabled: client } });
      if (fieldsOf(set.body)['taxauth_enabled'] !== client)
        throw new NotApplicable('the configuration shows no setting of tax-authority data');
      for (const own of [true, false, undefined]) {
        const user_id = await authorisedUser(ctx);
        await ctx.arrange.createIncome(user_id);
        if (own !== undefined) await updateUser(ctx, user_id, { taxauth_enabled: own });
        const { answer, shown } = await incomeOf(ctx, user_id);
        const isOn = own ?? client;
        const what = `${isOn ? 'income' : 'no income'} with the client's setting ${client} and the user's ${own}`;
        if (isOn || !shows) expectThat(shown > 0 === isOn, what, shown > 0 ? 'income' : 'none', answer);
      }
    }
  }),
  ...recurringChecks,
];
