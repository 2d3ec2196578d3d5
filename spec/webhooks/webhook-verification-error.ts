/** Why a delivery was refused. */
export type WebhookRefusal =
  | 'missing-signature'
  | 'bad-signature'
  | 'unexpected-signature'
  | 'missing-iv'
  | 'bad-iv'
  | 'unexpected-encryption'
  | 'bad-base64'
  | 'undecryptable'
  | 'not-json'
  | 'malformed-event'
  | 'unknown-event';

/** Thrown when a delivery cannot be trusted or understood; `reason` says why in one stable word. */
export class WebhookVerificationError extends Error {
  readonly reason: WebhookRefusal;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.reason = reason;
  }
}
