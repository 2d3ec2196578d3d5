import { createSecretKey } from 'node:crypto';
import { eventTypes } from '../../spec/generated/field-formats.ts';
import type { Points } from '../../spec/profile.ts';
import type {
  BankStatementSubmission,
  PayrollSubmission,
  TaxauthIncomeSubmission,
} from '../../spec/types.ts';
import { type EventWord, eventKinds } from '../../spec/webhooks/events.ts';
import type {
  WebhookEvent,
  WebhookIncomeSubmission,
  WebhookPayrollSubmission,
} from '../../spec/webhooks/index.ts';
import { ATTEMPT_HEADER, DELIVERY_HEADER, seal as sealBody } from '../../spec/webhooks/seal.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import { rewritten } from '../domain/rewritten.ts';
import type { EntryRecord, UserRecord } from '../domain/user-record.ts';

type EventData = {
  payroll: { entry_id: string; account_id: string | null; payroll_submissions: readonly PayrollSubmission[] };
  'bank-statement': { bank_statement_submissions: readonly BankStatementSubmission[] };
  taxauth: { income_submissions: readonly TaxauthIncomeSubmission[] };
};

/** `sent_at` is the time in the messages, where it is not `at`; `only` names the one subscription that gets it. */
export type DomainEvent = { user_id: string; at: number; sent_at?: number; only?: string } & {
  [Word in EventWord]: { kind: Word } & EventData[Word];
}[EventWord];

export const statementEvent = (
  user_id: string,
  at: number,
  statement: BankStatementSubmission,
): DomainEvent => ({ ...{ kind: 'bank-statement', user_id, at }, bank_statement_submissions: [statement] });

export function payrollEvent(user_id: string, at: number, entry: EntryRecord): DomainEvent {
  const { entry_id, account_id, submissions: payroll_submissions } = entry;
  return { kind: 'payroll', user_id, at, entry_id, account_id, payroll_submissions };
}

/** The points of a profile that shape messages, and the authority's word. */
export type MessageStyle = {
  authority?: string;
  points?: Partial<Pick<Points, 'events.bank-statement.payload-key' | 'events.income.payload-key'>>;
};

export const eventOf = (
  { kind }: Pick<DomainEvent, 'kind'>,
  { authority }: MessageStyle = {},
): WebhookEvent['event'] => eventKinds(authority)[kind];

type Config = { include_payload?: boolean | null } | null | undefined;

/** The message of an event for a subscription, before it is sealed; it has a payload only if the subscription asks for one. */
export function buildMessage(event: DomainEvent, config: Config, style: MessageStyle = {}): WebhookEvent {
  const { user_id } = event;
  const kinds = eventKinds(style.authority);
  const message = { user_id, timestamp: new Date(event.sent_at ?? event.at).toISOString() };
  const isWhole = config?.include_payload === true;
  switch (event.kind) {
    case 'payroll': {
      const { entry_id, account_id } = event;
      const submissions = isWhole ? event.payroll_submissions.map(toWebhookSubmission) : [];
      const payload = isWhole && { payload: { entry_id, account_id, payroll_submissions: submissions } };
      return { event: kinds.payroll, ...message, entry_id, account_id, ...payload };
    }
    case 'bank-statement': {
      // The document has balances and amounts of statements as plain strings, not as money: they stay as they are.
      const key = style.points?.['events.bank-statement.payload-key'] ?? 'bank_statement_submissions';
      const payload = isWhole && { payload: { [key]: event.bank_statement_submissions } };
      return { event: kinds['bank-statement'], ...message, ...payload };
    }
    case 'taxauth': {
      const { 'events.income.payload-key': key = 'income_submissions' } = style.points ?? {};
      const incomes = isWhole ? event.income_submissions.map(toWebhookIncomeSubmission) : [];
      const payload = isWhole && key !== null && { payload: { [key]: incomes } };
      return { event: kinds.taxauth, ...message, ...payload };
    }
  }
}

/** The event that the newest data of a user caused, or would have caused; null when the user holds none. */
export function newestEvent(
  { user: { user_id }, entries, statements }: UserRecord,
  incomes: readonly TaxauthIncomeSubmission[],
  kind: EventWord,
  at: number,
): DomainEvent | null {
  switch (kind) {
    case 'payroll': {
      const entry = Object.values(entries).findLast(({ submissions }) => submissions.length > 0);
      return entry ? payrollEvent(user_id, at, entry) : null;
    }
    case 'bank-statement': {
      const statement = Object.values(statements).at(-1);
      return statement ? statementEvent(user_id, at, statement) : null;
    }
    case 'taxauth': {
      const income = incomes.at(-1);
      return income ? { kind, user_id, at, income_submissions: [income] } : null;
    }
  }
}

/** A value of another type in a webhook. What is no decimal text stays: a number that is not one would be written as null. */
function inType(value: unknown, type: 'number' | 'string'): unknown {
  if (type === 'string') return typeof value === 'number' ? String(value) : value;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
}

/** A payroll submission as webhooks carry it: amounts as numbers, the phone as text, all else untouched. */
export const toWebhookSubmission = (submission: PayrollSubmission): WebhookPayrollSubmission =>
  rewritten(submission, eventTypes.EventPayrollSubmission, inType) as WebhookPayrollSubmission;

/** A tax-authority income submission as webhooks carry it: amounts as numbers, all else untouched. */
export const toWebhookIncomeSubmission = (submission: TaxauthIncomeSubmission): WebhookIncomeSubmission =>
  rewritten(submission, eventTypes.EventTaxauthIncomeSubmission, inType) as WebhookIncomeSubmission;

export type Envelope = { body: string; headers: Record<string, string> };

export type EnvelopeContext = {
  delivery_id: string;
  /** From 1, over all rounds of the delivery. */
  attempt: number;
  /** Fresh for each attempt: a vector used twice with one key gives both messages away. */
  iv: (bytes: number) => Uint8Array;
  vendor?: string;
  points: Pick<Points, 'webhooks.encryption.iv-bytes' | 'webhooks.encryption.content-type'>;
};

type Protection = Partial<Pick<SubscriptionRecord, 'signing_secret' | 'encryption_key'>>;

/** Puts a message, which is JSON text, into the form that a subscription asks for: encrypted first, then signed as it is sent. */
export function seal(message: string, protection: Protection, context: EnvelopeContext): Envelope {
  const { signing_secret, encryption_key } = protection;
  const { delivery_id, attempt, iv, vendor, points } = context;
  const key = encryption_key == null ? undefined : createSecretKey(encryption_key, 'base64');
  const { body, headers } = sealBody({
    body: message,
    secret: signing_secret ?? undefined,
    key,
    iv: key === undefined ? undefined : iv(points['webhooks.encryption.iv-bytes']),
    naming: { vendor },
    encryptedContentType: points['webhooks.encryption.content-type'],
  });
  headers['Content-Length'] = String(Buffer.byteLength(body));
  headers['User-Agent'] = 'Payrig';
  headers[DELIVERY_HEADER] = delivery_id;
  headers[ATTEMPT_HEADER] = String(attempt);
  return { body, headers };
}
