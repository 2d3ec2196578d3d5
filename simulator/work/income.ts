import { setImmediate as nextEventLoopTurn } from 'node:timers/promises';
import { dayNumberOf, dayOf, MS_PER_DAY, startOf } from '../../generators/calendar.ts';
import { taxYearOf, taxYearStart } from '../../generators/uk/tax-year.ts';
import type { Points } from '../../spec/profile.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import { settingsOf } from '../domain/settings.ts';
import type { UserRecord } from '../domain/user-record.ts';
import { liveIncome } from '../retrieval/held-income.ts';
import type { UserWrite, WriteContext } from '../state/user-write.ts';
import { CLIENT_DOCUMENT, type NewWorkItem, workItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import type { DomainEvent } from '../webhooks/message.ts';
import { type WorkHandler, writing } from '../worker/work-handler.ts';

const SCHEDULE = 'income-schedule';

/** Schedules the income events of a tax year; put when a subscription to them is created or people are added. */
export function incomeSchedule(webhooks: readonly SubscriptionRecord[], points: Points, now: number) {
  const isWanted = webhooks.some(({ events }) => events.includes('user-taxauth-data-submitted'));
  if (!isWanted || points['events.income.trigger'] === 'never') return [];
  // Income begins at the first instant of a pay day: today's has begun.
  return [scheduleItem(startOf(dayOf(now + MS_PER_DAY)))];
}

const scheduleItem = (due: number): NewWorkItem =>
  workItem({ id: SCHEDULE, kind: SCHEDULE, owner: CLIENT_DOCUMENT, due });

/** Gives every seeded person whose first pay of the tax year is to come an item at that day; then waits for the next year. */
export const scheduleIncome =
  (client: Client): WorkHandler =>
  async ({ item }, now) => {
    const at = item.due ?? now;
    const year = taxYearOf(dayNumberOf(at));
    const { firstPayDay } = await import('../../generators/people/income.ts');
    const { world, person, userCount, userId } = client.worldOf(await client.state.read());
    for (let index = 0; index < userCount; index += 1) {
      if (index % 20 === 0) await nextEventLoopTurn();
      const id = userId(index);
      const earner = world.planAt(index).income === false ? undefined : person(id);
      const day = earner && firstPayDay(earner, year);
      if (day === undefined || startOf(day) < at) continue;
      const item = { id: `income-${id}`, kind: 'income', owner: id, queue: 'income', due: startOf(day) };
      const work = [workItem(item)];
      await client.users.change(id, () => ({ work, result: undefined }));
    }
    const next = scheduleItem(taxYearStart(year + 1) * MS_PER_DAY);
    return writing(client.clientStore, CLIENT_DOCUMENT, { work: [next], result: [] });
  };

/** Sends the event of a person's income submission of a new tax year, unless tax-authority data is off for the user. */
export const incomeEvent =
  (client: Client, { profile: { points } }: Services): WorkHandler =>
  async ({ item: { id, owner, due } }, now) => {
    const at = due ?? now;
    const before = await client.users.read(owner);
    const known = before ? await liveIncome(client, before, at, points) : [];
    const newest = known.slice(-1);
    return {
      async write(claim) {
        const rule = ({ user, live_income }: UserRecord, context: WriteContext): UserWrite<undefined> => {
          const { taxauthEnabled } = settingsOf(user, context.client.configuration, points);
          const event: DomainEvent = { kind: 'taxauth', user_id: owner, at, income_submissions: newest };
          const events = live_income && taxauthEnabled ? [event] : [];
          return { removeWork: [id], events, result: undefined };
        };
        await client.users.change(owner, rule, { claim, now });
        return [];
      },
    };
  };
