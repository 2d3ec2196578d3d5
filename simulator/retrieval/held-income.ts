import { resourceId } from '../../generators/ids.ts';
import { picked } from '../../spec/json.ts';
import type { Points } from '../../spec/profile.ts';
import type { TaxauthIncomeSubmission } from '../../spec/types.ts';
import { submissionsOf } from '../domain/payslips.ts';
import { type UserRecord, without } from '../domain/user-record.ts';
import type { Client } from '../tenant/client.ts';

type IncomePoints = Pick<Points, 'income.origin' | 'income.origin-deleted'>;

/** All income of a user at an instant, oldest first: what was arranged, and a seeded person's record a tax year. */
export async function heldIncome(
  client: Client,
  record: UserRecord,
  now: number,
  points: IncomePoints,
): Promise<TaxauthIncomeSubmission[]> {
  const dated = (await liveIncome(client, record, now, points)).map((submission) => ({
    created_at: submission.income_period?.end ?? '',
    submission,
  }));
  return [...dated, ...Object.values(record.incomes)]
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
    .map(({ submission }) => submission);
}

/** What the tax authority knows of a seeded person up to an instant, oldest first; nothing of other users. */
export async function liveIncome(
  client: Client,
  record: UserRecord,
  now: number,
  points: IncomePoints,
): Promise<TaxauthIncomeSubmission[]> {
  if (!record.live_income) return [];
  const isOwn = points['income.origin'] === 'own';
  const world = client.worldOf(await client.state.read());
  const known = await world.income(
    record,
    now,
    isOwn ? [] : submissionsOf(record),
    isOwn ? [] : Object.keys(record.accounts),
  );
  return known.filter(({ id }) => !record.deleted_incomes?.includes(id));
}

type Left = Partial<Pick<UserRecord, 'accounts' | 'entries'>>;

/** What changes in a user's income when the account or entry that it names is `deleted`, and others are left. */
export async function incomeWithout(
  client: Client,
  before: UserRecord,
  now: number,
  points: IncomePoints,
  deleted: Partial<Pick<TaxauthIncomeSubmission, 'account_id' | 'entry_id'>>,
): Promise<(record: UserRecord, left: Left) => Pick<UserRecord, 'incomes' | 'deleted_incomes'>> {
  const { withOrigin } = await import('../../generators/people/income.ts');
  const names = ({ account_id, entry_id }: TaxauthIncomeSubmission) =>
    account_id === deleted.account_id || entry_id === deleted.entry_id;
  const isKept = points['income.origin-deleted'] === 'kept';
  const live = isKept ? [] : (await liveIncome(client, before, now, points)).filter(names);
  // A record is not spread: a seeded person's fields are made when they are read.
  return (record, left) => {
    const { incomes, deleted_incomes = [], user } = record;
    const { accounts = record.accounts, entries = record.entries } = left;
    const naming = Object.keys(incomes).filter((id) => names(incomes[id]!.submission));
    if (!isKept)
      return {
        incomes: without(incomes, ...naming),
        deleted_incomes: [...deleted_incomes, ...live.map(({ id }) => id)],
      };
    const renamed = naming.map((id) => {
      const { submission, ...rest } = incomes[id]!;
      const account_id = resourceId(user.user_id, 'income-account');
      const nameless = { ...submission, account_id, entry_id: resourceId(user.user_id, 'income-entry', id) };
      const found = withOrigin(nameless, submissionsOf({ entries }), Object.keys(accounts));
      const isThere = accounts[submission.account_id ?? ''] !== undefined;
      return [
        id,
        { ...rest, submission: { ...found, ...(isThere && picked(submission, 'account_id')) } },
      ] as const;
    });
    return { incomes: { ...incomes, ...Object.fromEntries(renamed) } };
  };
}
