import { trustScoreOf } from '../../generators/people/trust-score.ts';
import type { Points } from '../../spec/profile.ts';
import type { PayrollSubmission, User } from '../../spec/types.ts';
import { isoInstant, plusMonths } from './instant.ts';
import type { AccountRecord, EntryRecord, UserRecord } from './user-record.ts';

export const submissionsOf = (record: Pick<UserRecord, 'entries'>): PayrollSubmission[] =>
  Object.values(record.entries).flatMap((entry) => entry.submissions);

/** Payslips within the lookback period before the account's creation that are neither held nor older than those held. */
export function unretrieved(
  record: UserRecord,
  account: Pick<AccountRecord, 'account_id' | 'created_at' | 'forgotten'>,
  atProvider: readonly PayrollSubmission[],
  lookbackMonths: number,
): PayrollSubmission[] {
  const all = submissionsOf(record);
  const known = new Set([...all.map((one) => one.id), ...account.forgotten]);
  const ofProvider = new Set(atProvider.map((one) => one.id));
  const fromHere = all.filter((one) => one.account_id === account.account_id || ofProvider.has(one.id));
  const dates = fromHere.map(paidAt).filter((date) => date !== undefined);
  const isOld = (date: number) =>
    // A period that reaches back beyond the calendar leaves nothing out.
    date < plusMonths(Date.parse(account.created_at), -lookbackMonths) ||
    (dates.length > 0 && date < Math.min(...dates));
  return atProvider.filter((one) => !known.has(one.id) && !isOld(paidAt(one) ?? Number.POSITIVE_INFINITY));
}

/** Every payslip that the service holds about a user, and those that were arranged for it to find. */
export function knownSubmissions(record: UserRecord): PayrollSubmission[] {
  const sources = [...Object.values(record.accounts).map((one) => one.source), record.direct];
  const arranged = sources.flatMap((source) => (source.kind === 'arranged' ? source.submissions : []));
  const held = submissionsOf(record);
  if (arranged.length === 0) return held;
  const ids = new Set(held.map(({ id }) => id));
  return [...held, ...arranged.filter(({ id }) => !ids.has(id))];
}

export function paidAt(submission: Pick<PayrollSubmission, 'income_information'>): number | undefined {
  const income = submission.income_information;
  const date = income?.pay_date ?? income?.pay_interval_end;
  return date ? Date.parse(date) : undefined;
}

export function ordered(submissions: readonly PayrollSubmission[], order: Points['connections.order']) {
  const oldestFirst = [...submissions].sort((a, b) => (paidAt(a) ?? 0) - (paidAt(b) ?? 0));
  return order === 'newest-first' ? oldestFirst.reverse() : oldestFirst;
}

export function entryOf(
  entryId: string,
  accountId: string | null,
  submissions: readonly PayrollSubmission[],
  now: number,
): EntryRecord {
  const ids = { entry_id: entryId, account_id: accountId };
  return { ...ids, created_at: isoInstant(now), submissions: submissions.map((one) => ({ ...one, ...ids })) };
}

/** What a deployment calls the origins of payroll data, and how it rates them. */
export type PayrollWords = Pick<Points, 'payroll.source-values' | 'payroll.trust-score-values'>;

export type PayrollOrigin = keyof PayrollWords['payroll.source-values'];

export function inWords(submission: PayrollSubmission, origin: PayrollOrigin, words: PayrollWords) {
  const rated = origin === 'upload' ? 'upload' : 'connection';
  const trust_score = trustScoreOf(submission.id, rated, words['payroll.trust-score-values']);
  return { ...submission, trust_score, source: words['payroll.source-values'][origin] };
}

const condensed = (text: string): string => text.replace(/\s+/g, '').toUpperCase();
const day = (instant: string): string => instant.slice(0, 10);

/** Whether a payslip can be this user's: no detail that both know contradicts the other. */
export function matchesUser(
  { identity_information: identity }: PayrollSubmission,
  { ni_number, date_of_birth, post_codes }: User,
  points: Pick<Points, 'direct-connections.match'>,
): boolean {
  const postCode = identity?.address?.post_code;
  const niNumber = identity?.NI_number;
  const born = identity?.date_of_birth;
  const agrees = {
    ni_number: !niNumber || !ni_number || condensed(niNumber) === condensed(ni_number),
    date_of_birth: !born || !date_of_birth || day(born) === day(date_of_birth),
    post_codes:
      !postCode || !post_codes?.length || post_codes.some((one) => condensed(one) === condensed(postCode)),
  };
  return points['direct-connections.match'].every((detail) => agrees[detail]);
}

/** The details that a direct connection needs to find a person, and that this user lacks. */
export function missingDetails(user: User): string[] {
  const details = ['ni_number', 'date_of_birth', 'post_codes'] as const;
  return details.filter((field) => user[field] === undefined);
}
