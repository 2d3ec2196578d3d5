import type { components } from '../generated/openapi.ts';

type Schemas = components['schemas'];

/** An event whose payload may stand under another name: which one, the document does not show. */
type WithOpenPayload<Event extends { payload?: object }> = Omit<Event, 'payload'> & {
  payload?: Partial<NonNullable<Event['payload']>> & { [key: string]: unknown };
};

/** New payroll data of a user; `account_id` is null when it came from a payslip upload. */
export type PayrollSubmittedEvent = Schemas['PayrollEvent'];

/** Bank statements of a user were extracted. */
export type BankStatementSubmittedEvent = WithOpenPayload<Schemas['BankStatementEvent']>;

/** Income data of a user came from the tax authority, whose word stands in the middle of the kind. */
export type TaxauthDataSubmittedEvent = Omit<WithOpenPayload<Schemas['TaxauthEvent']>, 'event'> & {
  event: `user-${string}-data-submitted`;
};

/** Any delivery body of the service. */
export type WebhookEvent = PayrollSubmittedEvent | BankStatementSubmittedEvent | TaxauthDataSubmittedEvent;

/** The event kinds under an authority's word, each by the short word that people may type for it. */
export const eventKinds = (authority = 'taxauth') =>
  ({
    payroll: 'user-payroll-submitted',
    'bank-statement': 'user-bank-statement-submitted',
    taxauth: `user-${authority}-data-submitted`,
  }) as const satisfies Record<string, WebhookEvent['event']>;

export type EventWord = keyof ReturnType<typeof eventKinds>;

export const eventWords = Object.keys(eventKinds()) as EventWord[];

/** A payroll submission as it travels in a webhook: amounts are numbers, and `phone` is text. */
export type WebhookPayrollSubmission = Schemas['EventPayrollSubmission'];

/** A bank statement submission as it travels in a webhook: the same as in the list, texts included. */
export type WebhookBankStatementSubmission = Schemas['BankStatementSubmission'];

/** A tax-authority income submission as it travels in a webhook: amounts are numbers. */
export type WebhookIncomeSubmission = Schemas['EventTaxauthIncomeSubmission'];
