import { type Check, type Context, checkWith } from '../check.ts';
import { expectEqual, expectSuccess } from '../expect.ts';
import type { Received } from '../receiver/receiver.ts';
import { newWebhook } from '../steps/lawful-requests.ts';
import { checkableUser, type RecurringSettings, recurringNeeds } from './recurring-courses.ts';

const needs = [...recurringNeeds, 'receiver'] as const;
const recurringCheck = checkWith({ needs, exclusive: 'clock' });

/** A user for whom new payroll waits at the provider. */
const checkable = async (ctx: Context, settings: RecurringSettings = {}): Promise<string> =>
  (await checkableUser(ctx, settings, { payroll: [{}] })).user_id;

/** Changes the client's settings; its checks go on for a year unless another end is given. */
async function updateClient(ctx: Context, settings: RecurringSettings): Promise<void> {
  const body = { recurring_check_end_date: await at(ctx, year), ...settings };
  expectSuccess(await ctx.call('updateConfiguration', { body }), 200);
}

const eventOf = ({ raw }: Received): { user_id?: unknown; entry_id?: unknown } => {
  try {
    return JSON.parse(raw.toString('utf8')) ?? {};
  } catch {
    return {};
  }
};

/**
 * Lets eight days pass and tells by the events whose payroll was found. Those in `found` are waited for;
 * for those in `left` nothing may be found, and an entry that is made later shows by its event that nothing more will come.
 */
async function expectFound(
  ctx: Context,
  who: () => Promise<{ found: readonly string[]; left?: readonly string[] }>,
): Promise<void> {
  const inbox = ctx.receiver.inbox();
  const body = newWebhook(ctx, { events: ['user-payroll-submitted'], url: inbox.url });
  expectSuccess(await ctx.call('createWebhook', { body }), 201);
  const { found, left = [] } = await who();
  await ctx.arrange.moveClock({ by: 'P8D' });
  const ofUser = (id: string) => (one: Received) => eventOf(one).user_id === id;
  for (const id of found) await inbox.until(`an event of user ${id}, who is to be checked`, ofUser(id));
  for (const id of left) {
    const { entry_id } = await ctx.arrange.createEntry(id, [{}]);
    await inbox.until(
      `the event of a later entry of user ${id}`,
      (one) => eventOf(one).entry_id === entry_id,
    );
    const told = new Set(inbox.received.filter(ofUser(id)).map((one) => eventOf(one).entry_id));
    expectEqual([...told], [entry_id], `the entries of user ${id}, who is not to be checked`);
  }
}

const at = async ({ arrange }: Context, afterMs: number): Promise<string> =>
  new Date((await arrange.now()) + afterMs).toISOString();
const minute = 60_000;
const year = 365 * 24 * 60 * minute;

/** The clauses about recurring checks, told by the events of the payroll that they find. Time moves in each of them. */
export const recurringChecks: readonly Check[] = [
  recurringCheck('settings.recurring-checks.user-enables', async (ctx) => {
    await updateClient(ctx, { recurring_checks_enabled: false, recurring_check_frequency: 'WEEKLY' });
    await expectFound(ctx, async () => ({
      found: [await checkable(ctx, { recurring_checks_enabled: true })],
    }));
  }),

  recurringCheck('settings.recurring-checks.user-disables', { needs: [...needs, 'entries'] }, async (ctx) => {
    await updateClient(ctx, { recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' });
    await expectFound(ctx, async () => ({
      left: [await checkable(ctx, { recurring_checks_enabled: false })],
      found: [await checkable(ctx)],
    }));
  }),

  recurringCheck('settings.recurring-checks.client-wide', async (ctx) => {
    await updateClient(ctx, { recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' });
    await expectFound(ctx, async () => ({ found: [await checkable(ctx), await checkable(ctx)] }));
  }),

  recurringCheck('settings.recurring-frequency.user-decides', async (ctx) => {
    await updateClient(ctx, { recurring_checks_enabled: true, recurring_check_frequency: 'MONTHLY' });
    await expectFound(ctx, async () => ({
      found: [await checkable(ctx, { recurring_check_frequency: 'WEEKLY' })],
    }));
  }),

  recurringCheck('settings.recurring-end-date.user-decides', {
    needs: [...needs, 'entries'],
    scenario: async (ctx) => {
      const weekly = { recurring_checks_enabled: true, recurring_check_frequency: 'WEEKLY' } as const;
      await updateClient(ctx, { ...weekly, recurring_check_end_date: await at(ctx, minute) });
      await expectFound(ctx, async () => ({
        found: [await checkable(ctx, { recurring_check_end_date: await at(ctx, year) })],
      }));
      await updateClient(ctx, weekly);
      await expectFound(ctx, async () => ({
        left: [await checkable(ctx, { recurring_check_end_date: await at(ctx, minute) })],
        found: [await checkable(ctx)],
      }));
    },
  }),
];
