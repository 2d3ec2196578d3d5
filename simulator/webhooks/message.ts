import type {
  BankStatementSubmission,
  PayrollSubmission,
  TaxauthIncomeSubmission,
} from '../../spec/types.ts';
import { eventKinds } from '../../spec/webhooks/events.ts';
import type { WebhookEvent } from '../../spec/webhooks/index.ts';
import { toWebhookIncomeSubmission, toWebhookSubmission } from './webhook-submission.ts';

/** Something that happened to a user's data and that subscriptions may want to hear of. */
export type DomainEvent = { user_id: string; at: number } & (
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

/** The event kind of an occurrence. */
export function eventOf(
  occurrence: Pick<DomainEvent, 'kind'>,
  { authority }: MessageStyle = {},
): WebhookEvent['event'] {
  return eventKinds(authority)[occurrence.kind];
}

/** What an event carries for those who ask for it; undefined where a deployment has nothing for its kind. */
function payloadOf(occurrence: DomainEvent, points: MessageStyle['points']): object | undefined {
  switch (occurrence.kind) {
    case 'payroll': {
      const { entry_id, account_id, payroll_submissions } = occurrence;
      return { entry_id, account_id, payroll_submissions: payroll_submissions.map(toWebhookSubmission) };
    }
    case 'bank-statement': {
      // Balances and amounts of statements are plain strings in the document, not money: they stay as they are.
      const key = points?.['events.bank-statement.payload-key'] ?? 'bank_statement_submissions';
      return { [key]: occurrence.bank_statement_submissions };
    }
    case 'taxauth': {
      const { 'events.income.payload-key': key = 'income_submissions' } = points ?? {};
      if (key === null) return undefined;
      return { [key]: occurrence.income_submissions.map(toWebhookIncomeSubmission) };
    }
  }
}

/** The message of an occurrence for a subscription, before it is sealed; it has a payload only when the subscription asks for one. */
export function buildMessage(
  occurrence: DomainEvent,
  config: { include_payload?: boolean | null } | null | undefined,
  style: MessageStyle = {},
): WebhookEvent {
  const { user_id, at, kind } = occurrence;
  const payload = config?.include_payload === true ? payloadOf(occurrence, style.points) : undefined;
  return {
    event: eventOf(occurrence, style),
    user_id,
    timestamp: new Date(at).toISOString(),
    ...(kind === 'payroll' ? { entry_id: occurrence.entry_id, account_id: occurrence.account_id } : {}),
    ...(payload ? { payload } : {}),
  } as WebhookEvent;
}
