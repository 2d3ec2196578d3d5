import type { components } from '../generated/openapi.ts';

type Schemas = components['schemas'];

/** A payroll submission as it travels in a webhook: amounts are numbers, and `phone` is text. */
export type WebhookPayrollSubmission = Schemas['EventPayrollSubmission'];

/** A bank statement submission as it travels in a webhook: the same as in the list, texts included. */
export type WebhookBankStatementSubmission = Schemas['BankStatementSubmission'];

/** A tax-authority income submission as it travels in a webhook: amounts are numbers. */
export type WebhookIncomeSubmission = Schemas['EventTaxauthIncomeSubmission'];
