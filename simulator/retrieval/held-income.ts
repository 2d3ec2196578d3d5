import { resourceId } from '../../generators/ids.ts';
import type { Points } from '../../spec/profile.ts';
import type { TaxauthIncomeSubmission } from '../../spec/types.ts';
import { submissionsOf } from '../domain/payslips.ts';
import type { StoredIncome, UserRecord } from '../domain/user-record.ts';
import type { Client } from '../tenant/client.ts';

/** All income of a user at an instant, oldest first: what was arranged, and a seeded person's record a tax year. */
export async function heldIncome(
  client: Client,
  record: UserRecord,
  now: number,
  origin: Points['income.origin'],
): Promise<TaxauthIncomeSubmission[]> {
  const world = client.worldOf(await client.state.read());
  const live = record.live_income
    ? await world.income(record, now, origin === 'own' ? [] : submissionsOf(record))
    : [];
  const dated = live.map((submission) => ({ created_at: submission.income_period?.end ?? '', submission }));
  return [...dated, ...Object.values(record.incomes)]
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
    .map(({ submission }) => ({ ...submission, ...idsOf(submission, record.user.user_id) }));
}

/** The ids of a submission's account and entry; data of earlier versions has null for those that were not known. */
const idsOf = ({ id, account_id, entry_id }: StoredIncome, userId: string) => ({
  account_id: account_id ?? resourceId(userId, 'income-account'),
  entry_id: entry_id ?? resourceId(userId, 'income-entry', id),
});
