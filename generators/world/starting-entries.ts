import type { BankStatementSubmission, PayrollSubmission } from '../../spec/types.ts';
import { addMonths, dayNumber, dayOf, dayText, type Month, startOf } from '../calendar.ts';
import { payrollOfJob } from '../people/payroll.ts';
import { idOf, type Person } from '../people/person.ts';
import { statementOf } from '../people/statement-of.ts';
import { trustScoreOf } from '../people/trust-score.ts';
import type { EntryPlan } from '../scenarios/starting-plan.ts';
import { submissionOf } from '../statements/statement.ts';
import type { StartingAccount } from './starting-links.ts';

/** A retrieval that happened before the world began. */
export type StartingEntry = {
  entry_id: string;
  account_id: string | null;
  created_at: string;
  payroll_submissions: PayrollSubmission[];
};

/** How far a search looks back when neither user nor client says so. */
export const LOOKBACK_MONTHS = 12;

/** The first instant of a search that looks back so many months. */
const lookbackFrom = (instant: number, months: number): number =>
  startOf(dayText(addMonths(dayNumber(dayOf(instant)), -months)));

type Retrieval = { plan: EntryPlan; at: number; account: StartingAccount | undefined };

function uploaded(person: Person, submission: PayrollSubmission): Partial<PayrollSubmission> {
  const month = submission.created_at.slice(0, 7);
  return {
    document_id: idOf(person, 'document', submission.id),
    document_external_id: `payslip-${month}`,
    document_filename: `payslip-${submission.created_at.slice(0, 10)}.pdf`,
    trust_score: trustScoreOf(submission.id, 'upload'),
    source: 'Payslip upload',
  };
}

/** The entries of a user: each found what had been paid by then, inside the lookback, and had not been found before. */
export function startingEntries(
  person: Person,
  plans: readonly EntryPlan[],
  accounts: readonly StartingAccount[],
  { months, evening }: { months: number; evening: number },
): StartingEntry[] {
  const found = new Set<string>();
  const retrievals: Retrieval[] = plans.map((plan) => ({
    plan,
    at: plan.at === undefined ? evening : Date.parse(plan.at),
    account: accounts.find(({ job }) => job === plan.job),
  }));
  return retrievals.map(({ plan, at, account }, position) => {
    const job = person.jobs.find(({ key }) => key === plan.job);
    if (!job) throw new Error(`${person.userId} has no job ${plan.job}`);
    const byUpload = plan.by === 'upload';
    const created_at = new Date(at + position).toISOString();
    const entry_id = idOf(person, 'entry', position);
    const account_id = byUpload || plan.by === 'direct' ? null : (account?.account_id ?? null);
    const payroll_submissions = payrollOfJob(person, job, { from: lookbackFrom(at, months), until: at })
      .filter(({ id }) => !found.has(id))
      .slice(-(plan.newest ?? Number.POSITIVE_INFINITY))
      .map((held) => ({
        ...held,
        ...(byUpload ? uploaded(person, held) : {}),
        account_id,
        entry_id,
        created_at,
      }));
    for (const { id } of payroll_submissions) found.add(id);
    return { entry_id, account_id, created_at, payroll_submissions };
  });
}

/** An uploaded file that was read. */
export type StartingDocument = {
  document_id: string;
  kind: 'bank-statement' | 'payslip';
  file_name: string;
  external_id: string | null;
  state: 'extracted';
  created_at: string;
};

/** The bank statements that a user has uploaded, one a month, oldest first. */
export const startingStatements = (
  person: Person,
  months: readonly Month[],
  at: number,
): BankStatementSubmission[] =>
  months.flatMap((month, position) => {
    const statement = statementOf(person, month, at);
    if (!statement) return [];
    return submissionOf(statement, {
      id: idOf(person, 'bank-statement', month),
      createdAt: at + (position + 1) * 1000,
      documentId: idOf(person, 'document', 'statement', month),
      documentExternalId: `statement-${month}`,
      documentFilename: `statement-${month}.pdf`,
    });
  });

/** The files behind the submissions that came by upload. */
export function startingDocuments(
  statements: readonly BankStatementSubmission[],
  entries: readonly StartingEntry[],
): StartingDocument[] {
  const payslips = entries.flatMap((entry) => entry.payroll_submissions);
  return [
    ...payslips.map((submission) => ({ submission, kind: 'payslip' as const })),
    ...statements.map((submission) => ({ submission, kind: 'bank-statement' as const })),
  ].flatMap(({ submission, kind }) =>
    submission.document_id == null
      ? []
      : {
          document_id: submission.document_id,
          kind,
          file_name: submission.document_filename ?? 'document.pdf',
          external_id: submission.document_external_id ?? null,
          state: 'extracted' as const,
          created_at: submission.created_at,
        },
  );
}
