/** The receiver kit, published as `payrig/webhooks`: what a consumer of the webhooks needs, on Node alone. */
export { type Agreement, WebhookConfigurationError } from './agreement.ts';
export type {
  BankStatementSubmittedEvent,
  PayrollSubmittedEvent,
  TaxauthDataSubmittedEvent,
  WebhookBankStatementSubmission,
  WebhookEvent,
  WebhookIncomeSubmission,
  WebhookPayrollSubmission,
} from './events.ts';
export { type ExpressReceiver, expressReceiver } from './express-receiver.ts';
export { fetchReceiver } from './fetch-receiver.ts';
export { open, type Received } from './open.ts';
export type { EventHandler, ReceiverOptions } from './receive.ts';
export { type DeliveryState, memoryOfDeliveries, type SeenDeliveries } from './receive.ts';
export {
  decrypt,
  deliveryOf,
  type EncryptionKey,
  type HeaderNames,
  type HeadersLike,
  type RawBody,
  type Sealable,
  type Sealed,
  type SigningSecret,
  seal,
  sign,
  verify,
  type WebhookNaming,
} from './seal.ts';
export { type WebhookRefusal, WebhookVerificationError } from './webhook-verification-error.ts';
