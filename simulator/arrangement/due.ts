import { dayOf } from '../../generators/calendar.ts';
import type { Effect } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import { refusals } from '../domain/refusal.ts';
import type { UserRecord } from '../domain/user-record.ts';
import type { ArrangementHandlers } from '../http/context.ts';
import { ok } from '../http/outcome.ts';
import { personOfUser } from '../retrieval/person-of-user.ts';
import type { WorkItem } from '../store/port.ts';
import type { Client } from '../tenant/client.ts';
import { deliveryOf } from '../webhooks/delivery.ts';

/** In this time every job has a pay day. */
const PAY_DAYS_MS = 62 * 86_400_000;

export const due = {
  async listDue({ client, query, now }) {
    const userId = query.user_id?.toLowerCase();
    const record = userId === undefined ? undefined : await client.users.read(userId);
    if (userId !== undefined && !record) throw refusals.notFound('User', userId);
    const work = await client.clientStore.work.list(userId === undefined ? {} : { owner: userId });
    const found = [...work.flatMap(dueOf), ...(record ? await payDays(client, record, now) : [])];
    found.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)));
    return ok({ now: isoInstant(now), due: found.slice(0, query.limit ?? 100) });
  },
} satisfies Partial<ArrangementHandlers>;

/** A work item as an effect; internal work of the engine is left out. */
function dueOf(item: WorkItem): Effect[] {
  const { id, kind, owner, target, due, data } = item;
  if (due === null) return [];
  const effect = { at: isoInstant(due), user_id: owner };
  switch (kind) {
    case 'check':
      return [{ ...effect, kind: 'recurring-check' }];
    case 'expiry':
      return [{ ...effect, kind: 'expiry', ...data }];
    case 'delivery': {
      const { event, attempts } = deliveryOf(item);
      const attempt = attempts.length + 1;
      return [{ ...effect, kind: 'delivery-attempt', delivery_id: id, webhook_id: target, event, attempt }];
    }
    default:
      return [];
  }
}

async function payDays(client: Client, record: UserRecord, now: number): Promise<Effect[]> {
  // Loaded at the first use, so that the start of the sandbox does not wait for it.
  const { payslipsOf } = await import('../../generators/people/payroll.ts');
  const person = personOfUser(client.worldOf(await client.state.read()), record);
  const { user_id } = record.user;
  const today = dayOf(now);
  return person.jobs.flatMap((job) => {
    const next = payslipsOf(job, dayOf(now + PAY_DAYS_MS)).find(({ payDate }) => payDate > today);
    const at = next && isoInstant(Date.parse(next.payDate));
    return at ? [{ at, kind: 'pay-day', user_id, employer: job.employment.employer.name }] : [];
  });
}
