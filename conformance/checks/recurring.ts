import { type Check, type Context, checkWith } from '../judgement/check.ts';
import {
  checkableUser,
  instantIn,
  type RecurringSettings,
  recurringNeeds,
  updateClient,
} from '../steps/checkable-user.ts';
import { nothingButMarker, subscribe } from './events/subscribe.ts';

const needs = [...recurringNeeds, 'receiver'] as const;
const recurringCheck = checkWith({ needs, exclusive: 'clock' });
/** To see that nothing came, an entry makes an event that is waited for. */
const absenceCheck = checkWith({ needs: [...needs, 'entries'], exclusive: 'clock' });
const weekly = { recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' } as const;

/** A user for whom new payroll waits at the provider. */
const checkable = async (ctx: Context, settings: RecurringSettings = {}): Promise<string> =>
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

const minute = 60_000;
const year = 365 * 24 * 60 * minute;

/** The clauses about recurring checks, judged by the events of the payroll that the checks find. Each moves the clock. */
export const recurringChecks: readonly Check[] = [
  recurringCheck('settings.recurring-checks.user-enables').by(async (ctx) => {
    await setClient(ctx, { ...weekly, recurring_checks_enabled: false });
    await expectFound(ctx, [await checkable(ctx, { recurring_checks_enabled: true })]);
  }),

  absenceCheck('settings.recurring-checks.user-disables').by(async (ctx) => {
    await setClient(ctx, weekly);
    const left = [await checkable(ctx, { recurring_checks_enabled: false })];
    await expectFound(ctx, [await checkable(ctx)], left);
  }),

  recurringCheck('settings.recurring-checks.client-wide').by(async (ctx) => {
    await setClient(ctx, { ...weekly, recurring_checks_enabled: false });
    const linkedBefore = await checkable(ctx);
    await setClient(ctx, { recurring_checks_enabled: true });
    await expectFound(ctx, [linkedBefore, await checkable(ctx)]);
  }),

  recurringCheck('settings.recurring-frequency.user-decides').by(async (ctx) => {
    await setClient(ctx, { ...weekly, recurring_check_frequency: 'MONTHLY' });
    await expectFound(ctx, [await checkable(ctx, { recurring_check_frequency: 'WEEKLY' })]);
  }),

  absenceCheck('settings.recurring-end-date.user-decides').by(async (ctx) => {
    await setClient(ctx, { ...weekly, recurring_check_end_date: await instantIn(ctx, minute) });
    await expectFound(ctx, [await checkable(ctx, { recurring_check_end_date: await instantIn(ctx, year) })]);
    await setClient(ctx, weekly);
    const left = [await checkable(ctx, { recurring_check_end_date: await instantIn(ctx, minute) })];
    await expectFound(ctx, [await checkable(ctx)], left);
  }),
];
