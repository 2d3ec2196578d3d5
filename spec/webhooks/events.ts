import { valuesOf } from '../generated/contract-lists.ts';
import type { components, webhooks } from '../generated/openapi.ts';

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

/** The events of which something is open. */
type OpenEvents = {
  'user-bank-statement-submitted': BankStatementSubmittedEvent;
  'user-taxauth-data-submitted': TaxauthDataSubmittedEvent;
};

type Bodies = {
  [Kind in keyof webhooks]: Kind extends keyof OpenEvents
    ? OpenEvents[Kind]
    : webhooks[Kind]['post']['requestBody']['content']['application/json'];
};

/** Any delivery body of the service. */
export type WebhookEvent = Bodies[keyof Bodies];

type Word<Kind> = Kind extends `user-${infer Source}-data-submitted`
  ? Source
  : Kind extends `user-${infer Thing}-submitted`
    ? Thing
    : Kind extends `user-${infer Happening}`
      ? Happening
      : never;

type EventKinds = { readonly [Kind in keyof Bodies as Word<Kind>]: Bodies[Kind]['event'] };
export type EventWord = keyof EventKinds;

/** The short word that people may type for a kind: what was submitted, or what happened. */
export const wordOfKind = (kind: string): string => kind.replace(/^user-|(-data)?-submitted$/g, '');

const words = valuesOf.EventKind.map((kind) => [wordOfKind(kind), kind] as const);

/** The event kinds of the contract under an authority's word, each by its short word. */
export const eventKinds = (authority = 'taxauth'): EventKinds =>
  Object.fromEntries(
    words.map(([word, kind]) => [word, kind.replace('-taxauth-', `-${authority}-`)]),
  ) as EventKinds;

export const eventWords = Object.keys(eventKinds()) as EventWord[];

/** A payroll submission as it travels in a webhook: amounts are numbers, and `phone` is text. */
export type WebhookPayrollSubmission = Schemas['EventPayrollSubmission'];

/** A bank statement submission as it travels in a webhook: the same as in the list, texts included. */
export type WebhookBankStatementSubmission = Schemas['BankStatementSubmission'];

/** A tax-authority income submission as it travels in a webhook: amounts are numbers. */
export type WebhookIncomeSubmission = Schemas['EventTaxauthIncomeSubmission'];
