import { AsyncLocalStorage } from 'node:async_hooks';
import type { Effect, PayrollSubmission } from '../../spec/types.ts';
import { isoInstant } from '../domain/instant.ts';
import { checkedAccounts } from '../domain/recurring.ts';
import type { UserRecord } from '../domain/user-record.ts';
import { inTrace } from '../ports/trace.ts';
import { fittingPayroll, newEntry, type Retrieval, withEntry } from '../retrieval/retrieval.ts';
import { type UserWrite, withParts } from '../state/user-write.ts';
import type { Client } from '../tenant/client.ts';
import type { Services } from '../tenant/services.ts';
import { deliveryPolicy } from '../webhooks/delivery.ts';
import type { DomainEvent } from '../webhooks/message.ts';
import type { WorkHandler, WorkHandlers } from '../worker/worker.ts';
import { deliver } from './deliver.ts';
import { expiry } from './expiry.ts';
import { extraction } from './extract-document.ts';
import { incomeEvent, scheduleIncome } from './income.ts';
import { reschedule } from './reschedule.ts';

export function workHandlers(client: Client, services: Services): WorkHandlers {
  const { profile, transport, seal, random, randomBytes, realNow } = services;
  const { clientStore, state } = client;
  const handlers: WorkHandlers = {
    check: recurringCheck(client, services),
    delivery: deliver({
      clientStore,
      state,
      transport,
      seal,
      random,
      realNow,
      policy: deliveryPolicy(profile.points),
      vendor: profile.naming.vendor,
      iv: randomBytes,
      metrics: services.metrics,
    }),
    expiry: expiry(client),
    extraction: extraction(client, services),
    income: incomeEvent(client, services),
    'income-schedule': scheduleIncome(client),
    reschedule: reschedule(client),
  };
  return Object.fromEntries(
    Object.entries(handlers).map(([kind, handler]) => [kind, inItsTrace(handler, services)]),
  );
}

const inItsTrace =
  (handler: WorkHandler, { startSpan }: Services): WorkHandler =>
  (claim, at, now) => {
    const { kind, target, owner, data } = claim.item;
    const start = () => ({
      name: kind === 'delivery' ? `deliver ${data['event']}` : `work ${kind}`,
      kind: kind === 'delivery' ? ('client' as const) : ('internal' as const),
      attributes: { 'payrig.user': owner, ...(target && { 'payrig.webhook': target }) },
    });
    return inTrace(data.trace, startSpan, start, async () => {
      const result = await handler(claim, at, now);
      return result === 'later' ? result : { ...result, write: AsyncLocalStorage.bind(result.write) };
    });
  };

/** Retrieves what is new at the user's linked accounts, and schedules the next check in the same commit. */
const recurringCheck =
  (client: Client, services: Services): WorkHandler =>
  async ({ item: { owner, due } }, now) => {
    const [clientRecord, user] = await Promise.all([client.state.read(), client.users.read(owner)]);
    const retrieval = { client, services, clientRecord, now: due ?? now };
    const payroll = await payrollByAccount(user, retrieval);
    return {
      async write(claim) {
        const effects = await client.users.change(
          owner,
          (record, context) => {
            const current = { ...retrieval, clientRecord: context.client };
            return checked(record, payroll, current) ?? { result: [], checkedAt: context.now };
          },
          { claim, now },
        );
        return effects ?? [];
      },
    };
  };

type PayrollByAccount = ReadonlyMap<string, readonly PayrollSubmission[]>;

/** What the providers hold now, by account. Reading it takes time, so it comes before the commit. */
async function payrollByAccount(
  record: UserRecord | undefined,
  retrieval: Retrieval,
): Promise<PayrollByAccount> {
  const payroll = new Map<string, readonly PayrollSubmission[]>();
  if (!record) return payroll;
  const { clientRecord, services } = retrieval;
  for (const { account_id } of checkedAccounts(record, clientRecord, services.profile.points))
    payroll.set(account_id, await fittingPayroll(record, account_id, retrieval));
  return payroll;
}

/** What the check changes of the user; undefined when it is not due by the settings that are in force by now. */
function checked(
  record: UserRecord,
  payroll: PayrollByAccount,
  retrieval: Retrieval,
): UserWrite<Effect[]> | undefined {
  const { services, clientRecord, now: at } = retrieval;
  const { points } = services.profile;
  const check = services.nextCheck(record, clientRecord, points, at - 1, at);
  if (!check) return undefined;
  const userId = record.user.user_id;
  let after = record;
  const events: DomainEvent[] = [];
  const effects: Effect[] = [];
  for (const { account_id } of checkedAccounts(record, clientRecord, points)) {
    const fitting = payroll.get(account_id);
    // An account that was linked since the payroll was read waits for the next check.
    if (!fitting) continue;
    const entry = newEntry(after, account_id, services.ids.ofUser(userId), fitting, retrieval);
    if (entry) {
      const added = withEntry(after, entry, at);
      after = withParts(after, added.changedFields);
      events.push(...added.events);
    }
    effects.push({
      at: isoInstant(at),
      kind: 'recurring-check',
      user_id: userId,
      account_id,
      authorisation_id: check.authorisationId,
      entry_id: entry?.entry_id ?? null,
      found: entry?.submissions.length ?? 0,
    });
  }
  const changedFields = events.length > 0 ? { entries: after.entries } : {};
  return { changedFields, result: effects, events, checkedAt: at };
}
