import type { Points } from '../../spec/profile.ts';
import { activeAuthorisations } from './authorisation.ts';
import type { ClientRecord } from './client-record.ts';
import { plusMonths } from './instant.ts';
import { settingsOf } from './settings.ts';
import type { UserRecord } from './user-record.ts';

const hour = 3_600_000;

/** A recurring check that falls due: when, and by which authorisation. */
export type RecurringCheck = { at: number; authorisationId: string };

/** Whether recurring checks could ever fall due for a user, whatever the settings: a consent and a linked account. */
export function mayRecur(record: UserRecord): boolean {
  const consented = Object.values(record.authorisations).some(
    (one) => one.authorisation_category === 'recurring' && one.revoked_at === undefined,
  );
  return consented && Object.values(record.accounts).some((account) => account.state === 'linked');
}

/**
 * The first recurring check of a user after one instant and not after another.
 *
 * Checks are counted from the moment at which both the consent and the account were there, one interval apart.
 */
export function nextRecurringCheck(
  record: UserRecord,
  client: ClientRecord,
  points: Points,
  after: number,
  until: number,
): RecurringCheck | undefined {
  const settings = settingsOf(record.user, client.configuration, points);
  if (!settings.recurringChecksEnabled) return undefined;
  const authorisation = activeAuthorisations(record, client, points).findLast(
    (one) => one.authorisation_category === 'recurring',
  );
  const linked = Object.values(record.accounts).filter((account) => account.state === 'linked');
  if (!authorisation || linked.length === 0) return undefined;
  const anchor = Math.max(
    Date.parse(authorisation.accepted_at),
    Math.min(...linked.map((account) => Date.parse(account.created_at))),
  );
  const at = nextTick(anchor, settings.recurringCheckFrequency, after);
  const end =
    settings.recurringCheckEndDate === undefined
      ? until
      : Math.min(until, Date.parse(settings.recurringCheckEndDate));
  return at <= end ? { at, authorisationId: authorisation.authorisation_id } : undefined;
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
