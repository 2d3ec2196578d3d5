import type { BankStatementSubmission } from '../../../spec/types.ts';
import type { Extraction } from '../extract.ts';
import type { SubmissionIds } from '../statement.ts';

/** The submission that an upload becomes once it is read. */
export function submissionOfExtraction(
  extraction: Extraction,
  ids: Omit<SubmissionIds, 'probability'>,
): BankStatementSubmission {
  const { account_information, statement_period, balance_information, transactions, probability } =
    extraction;
  return {
    id: ids.id,
    created_at: new Date(ids.createdAt).toISOString(),
    document_id: ids.documentId ?? null,
    document_external_id: ids.documentExternalId ?? null,
    document_filename: ids.documentFilename ?? null,
    account_information,
    statement_period,
    balance_information,
    transactions,
    bank_statement_probability: probability,
  };
}
