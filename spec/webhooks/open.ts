import type { RawBody } from './bytes.ts';
import { decrypt, type EncryptionKey } from './encryption.ts';
import type { WebhookEvent } from './events.ts';
import { type HeaderNames, type HeadersLike, headerNames, headerOf, type WebhookNaming } from './headers.ts';
import { parseEvent } from './parse-event.ts';
import { type SigningSecret, verify } from './signature.ts';
import { WebhookVerificationError } from './webhook-verification-error.ts';

/** A delivery as received, and what the receiver agreed on when it subscribed. */
export type Received = {
  rawBody: RawBody;
  headers: HeadersLike;
  /** The subscription's signing secret; leave out only when it has none. */
  secret?: SigningSecret;
  /** The subscription's encryption key; leave out only when it has none. */
  key?: EncryptionKey;
  /** The deployment's words for vendor and authority; `svc` and `taxauth` when left out. */
  naming?: WebhookNaming;
  /** Header names, when they follow from no vendor word. */
  headerNames?: Partial<HeaderNames>;
};

function checkSignature({ rawBody, secret }: Received, signature: string | undefined): void {
  if (secret === undefined) {
    if (signature === undefined) return;
    // Else a secret lost from the configuration would quietly switch verification off.
    throw new WebhookVerificationError(
      'unexpected-signature',
      'The delivery is signed, and no secret is configured.',
    );
  }
  if (signature === undefined) {
    throw new WebhookVerificationError(
      'missing-signature',
      'A secret is configured, and the delivery has no signature.',
    );
  }
  if (!verify(rawBody, signature, secret)) {
    throw new WebhookVerificationError(
      'bad-signature',
      'The signature does not belong to this body and secret.',
    );
  }
}

function plainBody({ rawBody, key }: Received, iv: string | undefined): RawBody {
  if (key === undefined) {
    if (iv === undefined) return rawBody;
    throw new WebhookVerificationError(
      'unexpected-encryption',
      'The delivery is encrypted, and no key is configured.',
    );
  }
  if (iv === undefined) {
    throw new WebhookVerificationError('missing-iv', 'A key is configured, and the delivery has no vector.');
  }
  return decrypt(rawBody, iv, key);
}

/**
 * Verifies a delivery, then decrypts it, then reads it as a typed event.
 *
 * Throws a WebhookVerificationError for a delivery to refuse, and a TypeError when the call itself is wrong.
 */
export function open(received: Received): WebhookEvent {
  const names = { ...headerNames(received.naming?.vendor), ...received.headerNames };
  checkSignature(received, headerOf(received.headers, names.signature));
  const plain = plainBody(received, headerOf(received.headers, names.encryptionIv));
  return parseEvent(plain, received.naming?.authority);
}
