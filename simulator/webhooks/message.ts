import { createSecretKey } from 'node:crypto';
import type { Points } from '../../spec/profile.ts';
import type {
  BankStatementSubmission,
  PayrollSubmission,
  TaxauthIncomeSubmission,
} from '../../spec/types.ts';
import { eventKinds } from '../../spec/webhooks/events.ts';
import type {
  WebhookEvent,
  WebhookIncomeSubmission,
  WebhookPayrollSubmission,
} from '../../spec/webhooks/index.ts';
import { ATTEMPT_HEADER, DELIVERY_HEADER, seal as sealBody } from '../../spec/webhooks/seal.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import { payrollAmounts } from '../domain/payslips.ts';

/** `told_at` is the time in the messages, where it is not `at`; `only` the one subscription that is told. */
export type DomainEvent = { user_id: string; at: number; told_at?: number; only?: string } & (
  | {
      kind: 'payroll';
      entry_id: string;
      account_id: string | null;
      payroll_submissions: readonly PayrollSubmission[];
    }
  | { kind: 'bank-statement'; bank_statement_submissions: readonly BankStatementSubmission[] }
  | { kind: 'taxauth'; income_submissions: readonly TaxauthIncomeSubmission[] }
);

/** The points of a profile that shape messages, and the authority's word. */
export type MessageStyle = {
  authority?: string;
  points?: {
    'events.bank-statement.payload-key'?: string;
    'events.income.payload-key'?: string | null;
  };
};

/** The name of an event, as subscriptions and messages say it. */
export const eventOf = (
  { kind }: Pick<DomainEvent, 'kind'>,
  { authority }: MessageStyle = {},
): WebhookEvent['event'] => eventKinds(authority)[kind];

type MessageFields = Pick<WebhookEvent, 'event' | 'user_id' | 'timestamp'> & {
  entry_id?: string;
  account_id?: string | null;
  payload?: object;
};

/** The message of an event for a subscription, before it is sealed; it has a payload only if the subscription asks for one. */
export function buildMessage(
  event: DomainEvent,
  config: { include_payload?: boolean | null } | null | undefined,
  style: MessageStyle = {},
): WebhookEvent {
  const message: MessageFields = {
    event: eventOf(event, style),
    user_id: event.user_id,
    timestamp: new Date(event.told_at ?? event.at).toISOString(),
  };
  if (event.kind === 'payroll') {
    message.entry_id = event.entry_id;
    message.account_id = event.account_id;
  }
  const payload = config?.include_payload === true ? payloadOf(event, style.points) : undefined;
  if (payload) message.payload = payload;
  return message as WebhookEvent;
}

/** What an event carries; undefined where a deployment has no payload for its kind. */
function payloadOf(event: DomainEvent, points: MessageStyle['points']): object | undefined {
  switch (event.kind) {
    case 'payroll': {
      const { entry_id, account_id, payroll_submissions } = event;
      return { entry_id, account_id, payroll_submissions: payroll_submissions.map(toWebhookSubmission) };
    }
    case 'bank-statement': {
      // The document has balances and amounts of statements as plain strings, not as money: they stay as they are.
      const key = points?.['events.bank-statement.payload-key'] ?? 'bank_statement_submissions';
      return { [key]: event.bank_statement_submissions };
    }
    case 'taxauth': {
      const { 'events.income.payload-key': key = 'income_submissions' } = points ?? {};
      if (key === null) return undefined;
      return { [key]: event.income_submissions.map(toWebhookIncomeSubmission) };
    }
  }
}

/** How the fields of a resource change on their way into a webhook; a shape holds for each item of an array. */
type Shape = { readonly [field: string]: 'number' | 'text' | Shape };

// What the document marks as money, and `phone`. `quantity` and `rate` are decimal strings and stay text.
const PAYROLL: Shape = {
  identity_information: { phone: 'text' },
  income_information: payrollAmounts('number'),
};

const INCOME: Shape = {
  employment: { total_income: 'number', employers: { income: 'number', tax_paid: 'number' } },
};

function converted(value: unknown, change: Shape[string]): unknown {
  if (value === null || value === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => converted(item, change));
  if (change === 'text') return typeof value === 'number' ? String(value) : value;
  if (change === 'number') {
    // What is no decimal text passes as it is: a number that is not one would be written as null.
    return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  }
  if (typeof value !== 'object') return value;
  const copy: Record<string, unknown> = { ...value };
  for (const [field, inner] of Object.entries(change)) {
    if (Object.hasOwn(copy, field)) copy[field] = converted(copy[field], inner);
  }
  return copy;
}

/** A payroll submission as webhooks carry it: amounts as numbers, the phone as text, all else untouched. */
export const toWebhookSubmission = (submission: PayrollSubmission): WebhookPayrollSubmission =>
  converted(submission, PAYROLL) as WebhookPayrollSubmission;

/** A tax-authority income submission as webhooks carry it: amounts as numbers, all else untouched. */
export const toWebhookIncomeSubmission = (submission: TaxauthIncomeSubmission): WebhookIncomeSubmission =>
  converted(submission, INCOME) as WebhookIncomeSubmission;

/** The exact text and headers of one attempt. */
export type Envelope = { body: string; headers: Record<string, string> };

export type EnvelopeContext = {
  delivery_id: string;
  /** From 1, over all rounds of the delivery. */
  attempt: number;
  /** Fresh for each attempt: a vector used twice with one key gives both messages away. */
  iv: (bytes: number) => Uint8Array;
  vendor?: string;
  policy: {
    ivBytes: Points['webhooks.encryption.iv-bytes'];
    encryptedContentType: Points['webhooks.encryption.content-type'];
  };
};

type Protection = Partial<Pick<SubscriptionRecord, 'signing_secret' | 'encryption_key'>>;

/** Puts a message, which is JSON text, into the form that a subscription asks for: encrypted first, then signed as it is sent. */
export function seal(
  message: string,
  { signing_secret, encryption_key }: Protection,
  { delivery_id, attempt, iv, vendor, policy }: EnvelopeContext,
): Envelope {
  const key = encryption_key == null ? undefined : createSecretKey(encryption_key, 'base64');
  const { body, headers } = sealBody({
    body: message,
    secret: signing_secret ?? undefined,
    key,
    iv: key === undefined ? undefined : iv(policy.ivBytes),
    naming: { vendor },
    encryptedContentType: policy.encryptedContentType,
  });
  headers['Content-Length'] = String(Buffer.byteLength(body));
  headers['User-Agent'] = 'Payrig';
  headers[DELIVERY_HEADER] = delivery_id;
  headers[ATTEMPT_HEADER] = String(attempt);
  return { body, headers };
}
