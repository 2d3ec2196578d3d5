import { type Check, type Context, checkWith } from '../judgement/check.ts';
import { expectEqual, expectSuccess, expectThat } from '../judgement/expect.ts';
import { CannotArrange } from '../judgement/failure.ts';
import {
  checkableUser,
  instantIn,
  type RecurringSettings,
  recurringNeeds,
  updateUser as update,
  updateClient,
  weekly,
} from '../steps/checkable-user.ts';
import { nothingButMarker, subscribe } from './events/subscribe.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;

const needs = [...recurringNeeds, 'receiver'] as const;
const recurringCheck = checkWith({ needs, exclusive: 'clock' });
/** To see that nothing came, an entry makes an event that is waited for. */
const absenceCheck = checkWith({ needs: [...needs, 'entries'], exclusive: 'clock' });

/** A user for whom new payroll waits at the provider. */
const payable = async (ctx: Context, settings: RecurringSettings = {}): Promise<string> =>
  (await checkableUser(ctx, settings, { payroll: [{}] })).user_id;

/** Changes the client's settings; its checks go on for a year unless another end is given. */
const setClient = async (ctx: Context, settings: RecurringSettings): Promise<void> =>
  updateClient(ctx, { recurring_check_end_date: await instantIn(ctx, year), ...settings });

/** Moves the clock by eight days and expects events about the payroll of the users in `found`, and of none in `left`. */
async function expectFound(ctx: Context, found: readonly string[], left: readonly string[] = []) {
  const subscription = await subscribe(ctx);
  await ctx.arrange.moveClock({ by: 'P8D' });
  for (const id of found) await subscription.next(id);
  for (const id of left) await nothingButMarker(ctx, subscription, id);
}

/** The clauses about recurring checks, judged by the events of the payroll that the checks find. Each moves the clock. */
const ofEvents: readonly Check[] = [
  recurringCheck('settings.recurring-checks.user-enables').by(async (ctx) => {
    await setClient(ctx, { ...weekly, recurring_checks_enabled: false });
    await expectFound(ctx, [await payable(ctx, { recurring_checks_enabled: true })]);
  }),

  absenceCheck('settings.recurring-checks.user-disables').by(async (ctx) => {
    await setClient(ctx, weekly);
    const left = [await payable(ctx, { recurring_checks_enabled: false })];
    await expectFound(ctx, [await payable(ctx)], left);
  }),

  recurringCheck('settings.recurring-checks.client-wide').by(async (ctx) => {
    await setClient(ctx, { ...weekly, recurring_checks_enabled: false });
    const linkedBefore = await payable(ctx);
    await setClient(ctx, { recurring_checks_enabled: true });
    await expectFound(ctx, [linkedBefore, await payable(ctx)]);
  }),

  recurringCheck('settings.recurring-frequency.user-decides').by(async (ctx) => {
    await setClient(ctx, { ...weekly, recurring_check_frequency: 'MONTHLY' });
    await expectFound(ctx, [await payable(ctx, { recurring_check_frequency: 'WEEKLY' })]);
  }),

  absenceCheck('settings.recurring-end-date.user-decides').by(async (ctx) => {
    await setClient(ctx, { ...weekly, recurring_check_end_date: await instantIn(ctx, minute) });
    await expectFound(ctx, [await payable(ctx, { recurring_check_end_date: await instantIn(ctx, year) })]);
    await setClient(ctx, weekly);
    const left = [await payable(ctx, { recurring_check_end_date: await instantIn(ctx, minute) })];
    await expectFound(ctx, [await payable(ctx)], left);
  }),
];

/** Beyond the time of a recurring check, the arrangement decides what it reports of it. */
type Effect = { at: string; user_id?: string; account_id?: string };
type Checked = { user_id: string; account_id?: string | undefined; at: number };

/** Moves the clock and returns the recurring checks that the deployment made on the way. */
async function checksWithin({ arrange }: Context, by: string): Promise<Checked[]> {
  const { effects } = await arrange.moveClock({ by });
  const checks: readonly Effect[] = effects.filter(({ kind }) => kind === 'recurring-check');
  return checks.map(({ user_id, account_id, at }) => {
    if (user_id === undefined)
      throw new CannotArrange('the effects of a moved clock do not say whose recurring checks were made');
    return { user_id, account_id, at: Date.parse(at) };
  });
}

type Wishes = Parameters<typeof checkableUser>[2];

/** Users with settings of their own get an end date of their own too: the client's may be past. */
async function checkable(ctx: Context, settings: RecurringSettings, wishes: Wishes = {}) {
  const end = await instantIn(ctx, 2 * year);
  const own = Object.keys(settings).length > 0 ? { recurring_check_end_date: end, ...settings } : {};
  return checkableUser(ctx, own, wishes);
}

const off: RecurringSettings = { recurring_checks_enabled: false };

/** How often the most-checked account of a user was checked: each may have its own schedule. */
function count(checks: readonly Checked[], id: string): number {
  const own = checks.filter(({ user_id }) => user_id === id);
  const times = (account?: string): number =>
    new Set(own.filter(({ account_id }) => account_id === account).map(({ at }) => at)).size;
  return Math.max(0, ...own.map(({ account_id }) => times(account_id)));
}

type Pace = { least: number; shortest: number; longest: number };

/** Fails the clause unless the checks of a user came at this pace, again and again. */
function expectPace(checks: readonly Checked[], id: string, pace: Pace): void {
  const times = checks.filter(({ user_id }) => user_id === id).map(({ at }) => at);
  expectThat(times.length >= pace.least, `at least ${pace.least} checks`, `${times.length}`);
  for (const [n, at] of times.slice(1).entries()) {
    const gap = at - (times[n] as number);
    const expected = `${pace.shortest / hour} to ${pace.longest / hour} hours between two checks`;
    expectThat(gap >= pace.shortest && gap <= pace.longest, expected, `${gap / hour} hours`);
  }
}

const courseCheck = checkWith({ needs: recurringNeeds, exclusive: 'clock' });
const foundCheck = checkWith({ needs: [...recurringNeeds, 'inspect'], exclusive: 'clock' });

const waiting = { payroll: [{}] };

/** The accounts where something was found. An effect may also report a check that was due and not made. */
async function searched({ arrange }: Context, user_id: string): Promise<string[]> {
  return (await arrange.inspectUser(user_id)).entries.map(({ account_id }) => String(account_id)).sort();
}

/** Whether new payroll at the provider of an account, a new one unless it is given, is found within a time. */
async function isFound(ctx: Context, user_id: string, by: string, account?: string): Promise<boolean> {
  const account_id = account ?? (await ctx.arrange.linkAccount(user_id, waiting)).account_id;
  await ctx.arrange.moveClock({ by });
  return (await searched(ctx, user_id)).includes(account_id);
}

/** The clauses about recurring checks over time, judged by the payroll that they find and by the effects of a moved clock. */
const overTime: readonly Check[] = [
  courseCheck('settings.recurring-frequency.own-pace').by(async (ctx) => {
    const everyWeek = [(await checkable(ctx, weekly)).user_id];
    const monthly = await checkable(ctx, { ...weekly, recurring_check_frequency: 'MONTHLY' });
    // Without an end date the checks go on.
    const { recurring_check_end_date: end } = expectSuccess(await ctx.call('getConfiguration'), 200);
    if (end == null) everyWeek.unshift((await checkableUser(ctx, weekly)).user_id);
    const checks = await checksWithin(ctx, 'P66D');
    for (const user_id of everyWeek)
      expectPace(checks, user_id, { least: 9, shortest: 7 * day - hour, longest: 7 * day + hour });
    expectPace(checks, monthly.user_id, { least: 2, shortest: 28 * day - hour, longest: 31 * day + hour });
  }),

  courseCheck('settings.recurring-frequency.hourly-is-hourly', { needs: [...recurringNeeds, 'sandbox'] }).by(
    async (ctx) => {
      const { user_id } = await checkable(ctx, { ...weekly, recurring_check_frequency: 'HOURLY' });
      const checks = await checksWithin(ctx, 'PT6H30M');
      expectPace(checks, user_id, { least: 6, shortest: hour - 60_000, longest: hour + 60_000 });
    },
  ),

  foundCheck('settings.recurring-checks.follow-changes').by(async (ctx) => {
    await updateClient(ctx, { ...off, recurring_check_frequency: 'MONTHLY' });
    const { user_id } = await checkable(ctx, weekly);
    expectThat(await isFound(ctx, user_id, 'P8D'), 'weekly checks at first', 'none within eight days');
    await update(ctx, user_id, off);
    const { account_id } = await ctx.arrange.linkAccount(user_id, waiting);
    const isFoundWithin = (by: string) => isFound(ctx, user_id, by, account_id);
    expectThat(!(await isFoundWithin('P15D')), 'no check while they are switched off', 'one');
    await update(ctx, user_id, { recurring_checks_enabled: true });
    expectThat(await isFoundWithin('P8D'), 'weekly checks once they are on again', 'none');
    await update(ctx, user_id, { recurring_check_frequency: null });
    const monthly = count(await checksWithin(ctx, 'P32D'), user_id);
    const expected =
      "1 or 2 checks in 32 days: the client's are monthly, and the user's own frequency is unset";
    expectThat(monthly >= 1 && monthly <= 2, expected, `${monthly} checks`);
    await update(ctx, user_id, { recurring_checks_enabled: null });
    expectThat(!(await isFound(ctx, user_id, 'P32D')), "no check by the client's switch", 'one');
  }),

  // Over time: whatever is done to one user, the checks of its neighbour go on.
  foundCheck('settings.recurring-checks.user-enables', { law: true }).by(async (ctx) => {
    const { user_id } = await checkable(ctx, weekly);
    const neighbour = await checkable(ctx, weekly);
    for (const done of ['nothing', 'name changed', 'checks switched off', 'deleted']) {
      if (done === 'name changed') await update(ctx, user_id, { forename: 'Marked' });
      if (done === 'checks switched off') await update(ctx, user_id, off);
      if (done === 'deleted') expectSuccess(await ctx.call('deleteUser', { path: { user_id } }), 200);
      const isChecked = await isFound(ctx, neighbour.user_id, 'P15D');
      expectThat(isChecked, `checks of a neighbour to go on (done to the user: ${done})`, 'none in 15 days');
    }
  }),

  foundCheck('settings.recurring-end-date.client-ends').by(async (ctx) => {
    await updateClient(ctx, { ...weekly, recurring_check_end_date: await instantIn(ctx, 10 * day) });
    const { user_id } = await checkable(ctx, {});
    expectThat(await isFound(ctx, user_id, 'P8D'), "a check before the client's end date", 'none');
    await ctx.arrange.moveClock({ by: 'P3D' });
    expectThat(!(await isFound(ctx, user_id, 'P30D')), "no check after the client's end date", 'one');
  }),

  foundCheck('settings.recurring-checks.recurring-consent').by(async (ctx) => {
    const once = await checkable(ctx, weekly, { ...waiting, category: 'one_time' });
    const willing = await checkable(ctx, weekly);
    const isChecked = await isFound(ctx, willing.user_id, 'P15D');
    expectThat(isChecked, 'a check of a user with a recurring consent', 'none');
    expectEqual(await searched(ctx, once.user_id), [], 'the accounts of a user who consented once');
  }),

  foundCheck('settings.recurring-checks.every-account').by(async (ctx) => {
    const { user_id, accounts } = await checkable(ctx, weekly, { ...waiting, accounts: 2 });
    await ctx.arrange.linkAccount(user_id, { ...waiting, mfa_enabled: true, mfa: '1234' });
    await ctx.arrange.moveClock({ by: 'P8D' });
    expectEqual(await searched(ctx, user_id), [...accounts].sort(), 'the accounts that were checked');
  }),

  foundCheck('settings.recurring-checks.own-client', {
    needs: [...recurringNeeds, 'inspect', 'other-client'],
  }).by(async (ctx) => {
    await updateClient(ctx, off);
    await updateClient(ctx.other, weekly);
    const { user_id } = await checkable(ctx, {});
    expectThat(!(await isFound(ctx, user_id, 'P15D')), "no check by another client's switch", 'one');
  }),
];

export const recurringChecks: readonly Check[] = [...ofEvents, ...overTime];
