import type {
  WebhookBankStatementSubmission,
  WebhookIncomeSubmission,
  WebhookPayrollSubmission,
} from './submissions.ts';

type Common = { user_id: string; timestamp: string };

/** New payroll data of a user; `account_id` is null when it came from a payslip upload. */
export type PayrollSubmittedEvent = Common & {
  event: 'user-payroll-submitted';
  entry_id: string;
  account_id: string | null;
  payload?: { entry_id: string; account_id: string | null; payroll_submissions: WebhookPayrollSubmission[] };
};

/** Bank statements of a user were extracted. */
export type BankStatementSubmittedEvent = Common & {
  event: 'user-bank-statement-submitted';
  payload?: { bank_statement_submissions?: WebhookBankStatementSubmission[]; [key: string]: unknown };
};

/** Income data of a user came from the tax authority, whose word stands in the middle of the kind. */
export type TaxauthDataSubmittedEvent = Common & {
  event: `user-${string}-data-submitted`;
  payload?: { income_submissions?: WebhookIncomeSubmission[]; [key: string]: unknown };
};

/** Any delivery body of the service. */
export type WebhookEvent = PayrollSubmittedEvent | BankStatementSubmittedEvent | TaxauthDataSubmittedEvent;

/** The three event kinds under an authority's word. */
export function eventKinds(authority = 'taxauth'): {
  payroll: PayrollSubmittedEvent['event'];
  bankStatement: BankStatementSubmittedEvent['event'];
  taxauth: TaxauthDataSubmittedEvent['event'];
} {
  return {
    payroll: 'user-payroll-submitted',
    bankStatement: 'user-bank-statement-submitted',
    taxauth: `user-${authority}-data-submitted`,
  };
}
