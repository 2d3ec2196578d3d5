import { createSecretKey } from 'node:crypto';
import { ATTEMPT_HEADER, DELIVERY_HEADER } from '../../spec/webhooks/headers.ts';
import { seal as sealBody } from '../../spec/webhooks/index.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import type { DeliveryPolicy } from './delivery.ts';

/** The exact text and headers of one attempt. */
export type Envelope = { body: string; headers: Record<string, string> };

/** What marks one attempt among all. */
export type EnvelopeContext = {
  delivery_id: string;
  /** From 1, over all rounds of the delivery. */
  attempt: number;
  /** Fresh for each attempt: a vector used twice with one key gives both messages away. */
  iv: (bytes: number) => Uint8Array;
  vendor?: string;
  policy: Pick<DeliveryPolicy, 'ivBytes' | 'encryptedContentType'>;
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
