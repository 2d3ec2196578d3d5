import { resourceId } from '../../generators/ids.ts';
import type { Points } from '../../spec/profile.ts';
import { submissionsOf } from '../domain/payslips.ts';
import { type StoredIncome, type UserRecord, without } from '../domain/user-record.ts';
import type { Client } from '../tenant/client.ts';
import type { Retrieval } from './retrieval.ts';

type IncomePoints = Pick<Points, 'income.origin' | 'income.origin-deleted'>;

/** All income of a user at an instant, oldest first: what was arranged, and a seeded person's record a tax year. */
export async function heldIncome(client: Client, record: UserRecord, now: number, points: IncomePoints) {
  const live = await liveIncome(client, record, now, points);
  const dated = live.map((submission) => ({ created_at: submission.income_period?.end ?? '', submission }));
  return [...dated, ...Object.values(record.incomes)]
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
    .map(({ submission }) => ({ ...submission, ...idsOf(submission, record.user.user_id) }));
}

/** What the tax authority knows of a seeded person up to an instant, oldest first; nothing of other users. */
export async function liveIncome(client: Client, record: UserRecord, now: number, points: IncomePoints) {
  if (!record.live_income) return [];
  const isOwn = points['income.origin'] === 'own';
  const world = client.worldOf(await client.state.read());
  const held = isOwn ? [] : submissionsOf(record);
  const known = await world.income(record, now, held, isOwn ? [] : Object.keys(record.accounts));
  return known.filter(({ id }) => !record.deleted_incomes?.includes(id));
}

type Left = Partial<Pick<UserRecord, 'accounts' | 'entries'>>;

/**
 * Deletes an account or entry, and with entries the income submissions that name it. `rule` decides what is left of the
 * user's accounts and entries, or undefined when it is not there: then the result is false.
 */
export async function deleteWithIncome(
  named: 'account_id' | 'entry_id',
  namedId: string,
  { client, services, now }: Pick<Retrieval, 'client' | 'services' | 'now'>,
  rule: (record: UserRecord) => Left | undefined,
): Promise<boolean | undefined> {
  const { points } = services.profile;
  const owner = await client.users.ownerOf(namedId);
  if (!owner) return false;
  const { withOrigin } = await import('../../generators/people/income.ts');
  const names = (submission: StoredIncome) => submission[named] === namedId;
  const isKept = points['income.origin-deleted'] === 'kept';
  const live = isKept ? [] : (await liveIncome(client, owner, now, points)).filter(names);
  // A record is not spread: a seeded person's fields are made when they are read.
  const incomeAfter = (record: UserRecord, { accounts = record.accounts, entries = {} }: Left) => {
    const { incomes, deleted_incomes = [], user } = record;
    const naming = Object.keys(incomes).filter((id) => names(incomes[id]!.submission));
    const deleted = [...deleted_incomes, ...live.map(({ id }) => id)];
    if (!isKept) return { incomes: without(incomes, ...naming), deleted_incomes: deleted };
    const renamed = naming.map((id) => {
      const { submission, ...rest } = incomes[id]!;
      const nameless = { ...submission, ...idsOf({ id: submission.id }, user.user_id) };
      const found = withOrigin(nameless, submissionsOf({ entries }), Object.keys(accounts));
      const { account_id = found.account_id } = submission;
      const isThere = account_id != null && accounts[account_id] !== undefined;
      return [id, { ...rest, submission: isThere ? { ...found, account_id } : found }] as const;
    });
    return { incomes: { ...incomes, ...Object.fromEntries(renamed) } };
  };
  return client.users.change(owner.user.user_id, (record) => {
    const left = rule(record);
    const incomes = left?.entries && incomeAfter(record, left);
    return { changedFields: { ...incomes, ...left }, result: left !== undefined };
  });
}

type Origin = Pick<StoredIncome, 'id' | 'account_id' | 'entry_id'>;

/** The ids of a submission's account and entry; data of earlier versions has null for those that were not known. */
const idsOf = ({ id, account_id, entry_id }: Origin, userId: string) => ({
  account_id: account_id ?? resourceId(userId, 'income-account'),
  entry_id: entry_id ?? resourceId(userId, 'income-entry', id),
});
