import type { Points } from '../../spec/profile.ts';
import { activeAuthorisations } from './authorisation.ts';
import type { ClientRecord } from './client-record.ts';
import { plusMonths } from './instant.ts';
import { settingsOf } from './settings.ts';
import type { AccountRecord, UserRecord } from './user-record.ts';

const hour = 3_600_000;

/** Whether recurring checks could ever fall due for a user, whatever the settings: a consent and a linked account. */
export function mayRecur(record: UserRecord): boolean {
  const consented = Object.values(record.authorisations).some(
    (one) => one.authorisation_category === 'recurring' && one.revoked_at === undefined,
  );
  return consented && Object.values(record.accounts).some((account) => account.state === 'linked');
}

/** The first check after one instant and not after another, counted from when both consent and account were there. */
export function nextRecurringCheck(
  record: UserRecord,
  client: ClientRecord,
  points: Points,
  after: number,
  until: number,
): { at: number; authorisationId: string } | undefined {
  const schedule = scheduleOf(record, client, points);
  if (!schedule) return undefined;
  const at = nextTick(schedule.anchor, schedule.frequency, after);
  return at <= Math.min(until, schedule.end) ? { at, authorisationId: schedule.authorisationId } : undefined;
}

/** How many checks of a user's accounts fall due between two instants, at most: months count as short ones. */
export function countRecurringChecks(
  record: UserRecord,
  client: ClientRecord,
  points: Points,
  after: number,
  until: number,
): number {
  const schedule = scheduleOf(record, client, points);
  if (!schedule) return 0;
  const interval = { HOURLY: hour, WEEKLY: 7 * 24 * hour, MONTHLY: 28 * 24 * hour }[schedule.frequency];
  return Math.max(0, Math.ceil((Math.min(until, schedule.end) - after) / interval)) * schedule.accounts;
}

/** The accounts that a recurring check goes through: those that are linked and that the settings allow. */
export function checkedAccounts(record: UserRecord, client: ClientRecord, points: Points): AccountRecord[] {
  const linked = Object.values(record.accounts).filter((account) => account.state === 'linked');
  const { payrollConnectionsEnabled } = settingsOf(record.user, client.configuration, points);
  if (payrollConnectionsEnabled || points['connections.disabled-recurring'] === 'run') return linked;
  const directToo = points['connections.disabled-direct'] === 'allowed';
  return linked.filter(({ source }) => directToo && source.kind === 'direct');
}

function scheduleOf(record: UserRecord, client: ClientRecord, points: Points) {
  const settings = settingsOf(record.user, client.configuration, points);
  if (!settings.recurringChecksEnabled) return undefined;
  const active = activeAuthorisations(record, client, points);
  const authorisation = active.findLast((one) => one.authorisation_category === 'recurring');
  const linked = checkedAccounts(record, client, points);
  if (!authorisation || linked.length === 0) return undefined;
  const { recurringCheckFrequency: frequency, recurringCheckEndDate: end } = settings;
  const firstLink = Math.min(...linked.map((account) => Date.parse(account.created_at)));
  return {
    anchor: Math.max(Date.parse(authorisation.accepted_at), firstLink),
    frequency,
    end: end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end),
    authorisationId: authorisation.authorisation_id,
    accounts: linked.length,
  };
}

/** The first instant after another that lies a whole number of intervals, at least one, behind the anchor. */
export function nextTick(anchor: number, frequency: 'HOURLY' | 'WEEKLY' | 'MONTHLY', after: number): number {
  if (frequency === 'MONTHLY') {
    // An average month is never too long an estimate by more than one; then step to the exact one.
    let months = Math.max(1, Math.floor((after - anchor) / (31 * 24 * hour)));
    while (plusMonths(anchor, months) <= after) months += 1;
    return plusMonths(anchor, months);
  }
  const interval = frequency === 'HOURLY' ? hour : 7 * 24 * hour;
  return anchor + Math.max(1, Math.floor((after - anchor) / interval) + 1) * interval;
}
