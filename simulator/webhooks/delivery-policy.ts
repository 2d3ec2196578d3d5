/** The points of a profile that say how deliveries are made, where the document is silent. */
export type DeliveryPoints = {
  'webhooks.delivery.success': '2xx' | '200-only' | 'any-response';
  'webhooks.delivery.timeout-ms': number;
  'webhooks.delivery.max-attempts': number;
  'webhooks.delivery.backoff': { first_seconds: number; factor: number; max_seconds: number; jitter: number };
  'webhooks.delivery.gone': 'stop' | 'retry' | 'unsubscribe';
  'webhooks.delivery.exhausted': 'fail' | 'disable-subscription';
  'webhooks.delivery.redirects': 'refuse' | 'follow';
  'webhooks.encryption.iv-bytes': 12 | 16;
  'webhooks.encryption.content-type': 'text/plain' | 'application/json';
};

export const DEFAULT_DELIVERY_POINTS: DeliveryPoints = {
  'webhooks.delivery.success': '2xx',
  'webhooks.delivery.timeout-ms': 10_000,
  'webhooks.delivery.max-attempts': 8,
  'webhooks.delivery.backoff': { first_seconds: 10, factor: 3, max_seconds: 14_400, jitter: 0.2 },
  'webhooks.delivery.gone': 'stop',
  'webhooks.delivery.exhausted': 'fail',
  'webhooks.delivery.redirects': 'refuse',
  'webhooks.encryption.iv-bytes': 12,
  'webhooks.encryption.content-type': 'text/plain',
};

/** How deliveries are made, judged and repeated. */
export type DeliveryPolicy = {
  success: DeliveryPoints['webhooks.delivery.success'];
  timeoutMs: number;
  maxAttempts: number;
  backoff: DeliveryPoints['webhooks.delivery.backoff'];
  gone: DeliveryPoints['webhooks.delivery.gone'];
  exhausted: DeliveryPoints['webhooks.delivery.exhausted'];
  redirects: DeliveryPoints['webhooks.delivery.redirects'];
  ivBytes: number;
  encryptedContentType: string;
};

/** The policy that a profile's points ask for; what they leave out is as the defaults say. */
export function deliveryPolicy(points: Partial<DeliveryPoints> = {}): DeliveryPolicy {
  const all = { ...DEFAULT_DELIVERY_POINTS, ...points };
  return {
    success: all['webhooks.delivery.success'],
    timeoutMs: all['webhooks.delivery.timeout-ms'],
    maxAttempts: all['webhooks.delivery.max-attempts'],
    backoff: all['webhooks.delivery.backoff'],
    gone: all['webhooks.delivery.gone'],
    exhausted: all['webhooks.delivery.exhausted'],
    redirects: all['webhooks.delivery.redirects'],
    ivBytes: all['webhooks.encryption.iv-bytes'],
    encryptedContentType: all['webhooks.encryption.content-type'],
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
