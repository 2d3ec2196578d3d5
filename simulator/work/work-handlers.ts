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
import type { DomainEvent } from '../webhooks/message.ts';
import type { WorkHandler, WorkHandlers } from '../worker/work-handler.ts';
import { deliver } from './deliver.ts';
import { expiry } from './expiry.ts';
import { extraction } from './extract-document.ts';
import { incomeEvent, scheduleIncome } from './income.ts';
import { reschedule } from './reschedule.ts';

export function workHandlers(client: Client, services: Services): WorkHandlers {
  const handlers: WorkHandlers = {
    check: recurringCheck(client, services),
    delivery: deliver(client, services),
    expiry: expiry(client),
    extraction: extraction(client, services),
    income: incomeEvent(client, services),
    'income-schedule': scheduleIncome(client),
    reschedule: reschedule(client),
  };
  const traced = Object.entries(handlers).map(([kind, handler]) => [kind, inItsTrace(handler, services)]);
  return Object.fromEntries(traced);
}

const inItsTrace =
  (handler: WorkHandler, { startSpan }: Services): WorkHandler =>
  (claim, at, now, ahead) => {
    const { kind, target, owner, data } = claim.item;
    const start = () => ({
      name: kind === 'delivery' ? `deliver ${data['event']}` : `work ${kind}`,
      kind: kind === 'delivery' ? ('client' as const) : ('internal' as const),
      attributes: { 'payrig.user': owner, ...(target && { 'payrig.webhook': target }) },
    });
    return inTrace(data.trace, startSpan, start, async () => {
      const result = await handler(claim, at, now, ahead);
      return result === 'later' ? result : { ...result, write: AsyncLocalStorage.bind(result.write) };
    });
  };

/**
 * Retrieves what is new at the user's linked accounts, and schedules the next check in the same commit. In a move of the
 * clock, checks that find nothing share a commit: a year of hourly ones on PostgreSQL takes seconds instead of minutes.
 */
const recurringCheck =
  (client: Client, services: Services): WorkHandler =>
  async ({ item: { owner, due } }, now, _, ahead) => {
    const [clientRecord, user] = await Promise.all([client.state.read(), client.users.read(owner)]);
    const retrieval = { client, services, clientRecord, now: due ?? now };
    const checks = await checksFrom(user, retrieval, ahead?.until ?? retrieval.now);
    const last = Math.max(now, ...checks.map(({ at }) => at));
    return {
      async write(claim) {
        if (last > now) await ahead?.step(last);
        const effects = await client.users.change(
          owner,
          (record, context) => {
            const current = { ...retrieval, clientRecord: context.client };
            return allChecked(record, checks, current) ?? { result: [], checkedAt: context.now };
          },
          { claim, now: last },
        );
        return effects ?? [];
      },
    };
  };

type Check = { at: number; payroll: PayrollByAccount };

const MOST_AT_ONCE = 50;

/** The due check, and the later ones up to the first that finds something: its events may cause other work. */
async function checksFrom(record: UserRecord | undefined, retrieval: Retrieval, until: number) {
  const { services, clientRecord } = retrieval;
  const checks: Check[] = [];
  let at: number | undefined = retrieval.now;
  while (at !== undefined && checks.length < MOST_AT_ONCE) {
    const current: Retrieval = { ...retrieval, now: at };
    const payroll = await payrollByAccount(record, current);
    checks.push({ at, payroll });
    if (!record || at >= until) break;
    const isNew = [...payroll].some(([account, fitting]) => newEntry(record, account, '', fitting, current));
    at = isNew ? undefined : services.nextCheck(record, clientRecord, services.profile.points, at, until)?.at;
  }
  return checks;
}

/** What checks change of the user, up to the first that finds something; undefined when none of them is due by now. */
function allChecked(record: UserRecord, checks: readonly Check[], retrieval: Retrieval) {
  let all: UserWrite<Effect[]> | undefined;
  for (const { at, payroll } of checks) {
    const one = checked(record, payroll, { ...retrieval, now: at });
    if (!one) break;
    all = { ...one, result: [...(all?.result ?? []), ...one.result] };
    if (one.events?.length) break;
  }
  return all;
}

type PayrollByAccount = ReadonlyMap<string, readonly PayrollSubmission[]>;

/** What the providers hold now, by account. Reading it takes time, so it comes before the commit. */
async function payrollByAccount(record: UserRecord | undefined, retrieval: Retrieval) {
  const payroll = new Map<string, readonly PayrollSubmission[]>();
  if (!record) return payroll;
  const { clientRecord, services } = retrieval;
  for (const { account_id } of checkedAccounts(record, clientRecord, services.profile.points))
    payroll.set(account_id, await fittingPayroll(record, account_id, retrieval));
  return payroll;
}

/** What the check changes of the user; undefined when it is not due by the settings that are in force by now. */
function checked(record: UserRecord, payroll: PayrollByAccount, retrieval: Retrieval) {
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
