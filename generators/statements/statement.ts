import type { BankStatementSubmission } from '../../spec/types.ts';
import { penceToGroupedText, penceToText } from '../money.ts';
import { printableDescription, printableText } from './printable.ts';

/** The drawn appearances; a bank keeps to one of them. */
export const layoutNames = ['classic', 'modern', 'compact', 'daybook'] as const;

export type LayoutName = (typeof layoutNames)[number];

export type StatementTransaction = {
  /** YYYY-MM-DD, inside the period, oldest first. */
  date: string;
  description: string;
  /** Positive: `type` tells the direction. */
  amountPence: number;
  type: 'credit' | 'debit';
  /** What the account holds after this transaction; negative when overdrawn. */
  balancePence: number;
};

/** One month (or any period) of one bank account, as its statement shows it. */
export type Statement = {
  holder: { name: string; addressLines: string[] };
  bankName: string;
  /** Six digits with hyphens: "12-34-56". */
  sortCode: string;
  accountNumber: string;
  /** Without spaces. */
  iban: string;
  /** YYYY-MM-DD, both days counted; at most a year, since a layout may print days without one. */
  period: { start: string; end: string };
  openingPence: number;
  closingPence: number;
  transactions: StatementTransaction[];
  layout: LayoutName;
};

/** What a submission carries beside the statement's own content. */
export type SubmissionIds = {
  id: string;
  /** Epoch milliseconds. */
  createdAt: number;
  documentId?: string | null;
  documentExternalId?: string | null;
  documentFilename?: string | null;
  /** Defaults to what the reader gives a statement with nothing wrong in it. */
  probability?: number;
};

/** The probability of a document that shows everything a statement should; a reader is never wholly certain. */
export const CLEAR_STATEMENT_PROBABILITY = 0.99;

/** From this probability on a document counts as a statement; below it nothing but the probability is given. */
export const STATEMENT_THRESHOLD = 0.5;

export const READING_LIMIT_MS = 10_000;

/** Amounts are unsigned and `type` tells the direction; balances have thousands separators and a leading minus. */
export const submissionOf = (statement: Statement, ids: SubmissionIds): BankStatementSubmission => ({
  id: ids.id,
  created_at: new Date(ids.createdAt).toISOString(),
  document_id: ids.documentId ?? null,
  document_external_id: ids.documentExternalId ?? null,
  document_filename: ids.documentFilename ?? null,
  account_information: {
    account_holder_name: printableText(statement.holder.name),
    account_number: statement.accountNumber,
    sort_code: statement.sortCode,
    bank_name: printableText(statement.bankName),
    iban: statement.iban,
  },
  statement_period: { start_date: statement.period.start, end_date: statement.period.end },
  balance_information: {
    opening_balance: penceToGroupedText(statement.openingPence),
    closing_balance: penceToGroupedText(statement.closingPence),
  },
  transactions: statement.transactions.map((transaction) => ({
    date: transaction.date,
    description: printableDescription(transaction.description),
    amount: penceToText(transaction.amountPence),
    type: transaction.type,
  })),
  bank_statement_probability: ids.probability ?? CLEAR_STATEMENT_PROBABILITY,
});
