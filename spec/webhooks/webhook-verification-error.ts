/** Why a delivery was refused, each with the status to answer with. */
const refusals = {
  'missing-signature': 401,
  'bad-signature': 401,
  'unexpected-signature': 401,
  'missing-iv': 400,
  'bad-iv': 400,
  'unexpected-encryption': 400,
  'bad-base64': 400,
  undecryptable: 400,
  'not-json': 400,
  'malformed-event': 400,
  'unknown-event': 400,
  'out-of-time': 400,
  'too-large': 413,
} as const;

export type WebhookRefusal = keyof typeof refusals;

/** Thrown when a delivery cannot be trusted or understood; `reason` says why in one stable word. */
export class WebhookVerificationError extends Error {
  readonly reason: WebhookRefusal;
  /** The 4xx to answer with; Express and its like read it by themselves. */
  readonly status: 400 | 401 | 413;

  constructor(reason: WebhookRefusal, message: string) {
    super(message);
    this.name = 'WebhookVerificationError';
    this.reason = reason;
    this.status = refusals[reason];
  }
}

export function refuse(reason: WebhookRefusal, message: string): never {
  throw new WebhookVerificationError(reason, message);
}
