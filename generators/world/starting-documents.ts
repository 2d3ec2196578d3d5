import type { BankStatementSubmission } from '../../spec/types.ts';
import type { Month } from '../calendar.ts';
import { idOf, type Person } from '../people/person.ts';
import { statementOf } from '../people/statement-of.ts';
import { submissionOf } from '../statements/statement.ts';
import type { StartingEntry } from './starting-entries.ts';

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
export function startingStatements(
  person: Person,
  months: readonly Month[],
  at: number,
): BankStatementSubmission[] {
  return months.flatMap((month, position) => {
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
}

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
