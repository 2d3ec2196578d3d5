import type { Points } from '../../spec/profile.ts';

/** How deliveries are made, judged and repeated. */
export type DeliveryPolicy = ReturnType<typeof deliveryPolicy>;

/** The policy that a profile's points ask for, where the document is silent. */
export function deliveryPolicy(points: Points) {
  return {
    success: points['webhooks.delivery.success'],
    timeoutMs: points['webhooks.delivery.timeout-ms'],
    maxAttempts: points['webhooks.delivery.max-attempts'],
    backoff: points['webhooks.delivery.backoff'],
    gone: points['webhooks.delivery.gone'],
    exhausted: points['webhooks.delivery.exhausted'],
    redirects: points['webhooks.delivery.redirects'],
    ivBytes: points['webhooks.encryption.iv-bytes'],
    encryptedContentType: points['webhooks.encryption.content-type'],
  };
}

/** Milliseconds to wait after the n-th failed try in a row (from 1); `jitter` is a random number in [0, 1). */
export function backoffMs(
  { backoff }: Pick<DeliveryPolicy, 'backoff'>,
  tries: number,
  jitter: number,
): number {
  const seconds = Math.min(backoff.first_seconds * backoff.factor ** (tries - 1), backoff.max_seconds);
  // Jitter spreads around the law, the longest wait included: else all that wait longest would knock at once.
  return Math.round(seconds * 1000 * (1 + backoff.jitter * (2 * jitter - 1)));
}
