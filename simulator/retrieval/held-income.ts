import type { Points } from '../../spec/profile.ts';
import type { TaxauthIncomeSubmission } from '../../spec/types.ts';
import { submissionsOf } from '../domain/payslips.ts';
import type { UserRecord } from '../domain/user-record.ts';
import type { Client } from '../tenant/client.ts';

/**
 * All tax-authority income of a user at an instant, oldest first: what was arranged, and for a seeded person one record
 * a tax year, whose totals go on with every pay day.
 */
export async function heldIncome(
  client: Client,
  record: UserRecord,
  now: number,
  origin: Points['income.origin'],
): Promise<TaxauthIncomeSubmission[]> {
  const world = client.worldOf(await client.state.read());
  const live = record.live_income
    ? await world.income(record.user.user_id, now, origin === 'none' ? [] : submissionsOf(record))
    : [];
  const dated = live.map((submission) => ({ created_at: submission.income_period?.end ?? '', submission }));
  return [...dated, ...Object.values(record.incomes)]
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
    .map(({ submission }) => submission);
}
