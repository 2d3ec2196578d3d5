import { agreementWith } from '../../spec/webhooks/agreement.ts';
import { open, type WebhookNaming, WebhookVerificationError } from '../../spec/webhooks/index.ts';
import type { Incoming } from './receiver.ts';

/** What the subscription agreed on. */
export type Agreed = { secret: string; key?: string; naming: WebhookNaming };

/** A delivery that was opened, or why it could not be. */
export type Opened = { event: { event: string; user_id: string } } | { refusal: WebhookVerificationError };

/** Opens a delivery with the kit that any receiver would use. */
export function openDelivery({ rawBody, headers }: Incoming, agreed: Agreed): Opened {
  try {
    return { event: open({ rawBody, headers, naming: agreed.naming, ...agreementWith(agreed) }) };
  } catch (refusal) {
    if (refusal instanceof WebhookVerificationError) return { refusal };
    throw refusal;
  }
}
