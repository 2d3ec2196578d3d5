import { type Agreement, agreed } from './agreement.ts';
import { eventKinds, type WebhookEvent } from './events.ts';
import {
  bytesOf,
  decrypt,
  type EncryptionKey,
  type HeaderNames,
  type HeadersLike,
  headerNames,
  headerOf,
  type RawBody,
  type SigningSecret,
  textOf,
  verify,
  type WebhookNaming,
} from './seal.ts';
import { refuse } from './webhook-verification-error.ts';

/** A delivery as it came off the wire. */
export type Delivery = {
  /** The bytes of the request as they came; a request without a body may leave it undefined. */
  rawBody: RawBody | undefined;
  headers: HeadersLike;
};

/** What a deployment calls things. */
export type DeploymentNames = {
  /** The deployment's words for vendor and authority; `svc` and `taxauth` when left out. */
  naming?: WebhookNaming;
  /** Header names, when they follow from no vendor word. */
  headerNames?: Partial<HeaderNames>;
};

/** A delivery, and what its receiver agreed on when it subscribed. */
export type Received = Delivery & Agreement & DeploymentNames;

function checkSignature(body: Buffer, signature: string | undefined, secrets: readonly SigningSecret[]) {
  if (secrets.length === 0) {
    if (signature === undefined) return;
    // The subscription has a secret after all, so it expects this to be verified.
    refuse('unexpected-signature', 'The delivery is signed, and the receiver is set up for unsigned ones.');
  }
  if (signature === undefined)
    refuse('missing-signature', 'A secret is configured, and the delivery has no signature.');
  // Every secret is tried, so that the time taken does not show which one fits.
  const fitting = secrets.filter((secret) => verify(body, signature, secret));
  if (fitting.length === 0) refuse('bad-signature', 'The signature does not belong to this body and secret.');
}

function plainBody(body: Buffer, iv: string | undefined, keys: readonly EncryptionKey[]): Buffer {
  if (keys.length === 0) {
    if (iv === undefined) return body;
    refuse('unexpected-encryption', 'The delivery is encrypted, and the receiver is set up for plain ones.');
  }
  const vector = iv ?? refuse('missing-iv', 'A key is configured, and the delivery has no vector.');
  let failure: unknown;
  for (const key of keys) {
    try {
      return decrypt(body, vector, key);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

/** Verifies and decrypts a delivery, and gives its plain bytes without looking at what they say. */
export function openBody(received: Received): Buffer {
  const { secrets, keys } = agreed(received);
  const names = { ...headerNames(received.naming?.vendor), ...received.headerNames };
  const body = bytesOf(received.rawBody);
  checkSignature(body, headerOf(received.headers, names.signature), secrets);
  return plainBody(body, headerOf(received.headers, names.encryptionIv), keys);
}

/** Throws a WebhookVerificationError for a delivery to refuse, a TypeError when the call itself is wrong. */
export const open = (received: Received): WebhookEvent =>
  parseEvent(openBody(received), received.naming?.authority);

function parsedJson(body: RawBody): unknown {
  try {
    const text = textOf(body);
    if (text !== undefined) return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return refuse('not-json', 'The body is not JSON in UTF-8.');
}

// The receiver kit can be copied alone, so it shares nothing with the rest.
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields that every receiver relies on, each with what is wrong about it. */
function defectOf(event: Record<string, unknown>, isPayroll: boolean): string | undefined {
  if (typeof event.user_id !== 'string') return 'user_id is not a string';
  if (typeof event.timestamp !== 'string') return 'timestamp is not a string';
  if (event.payload !== undefined && !isObject(event.payload)) return 'payload is not an object';
  if (!isPayroll) return undefined;
  if (typeof event.entry_id !== 'string') return 'entry_id is not a string';
  if (event.account_id !== null && typeof event.account_id !== 'string')
    return 'account_id is neither null nor a string';
  if (event.payload !== undefined && !Array.isArray(event.payload.payroll_submissions))
    return 'payload.payroll_submissions is not an array';
  return undefined;
}

/** Reads a plain delivery body as one of the known events, or refuses it. */
export function parseEvent(body: RawBody, authority?: string): WebhookEvent {
  const event = parsedJson(body);
  if (!isObject(event) || typeof event.event !== 'string')
    return refuse('malformed-event', 'The body is not an object that names its event.');
  const kinds = eventKinds(authority);
  if (!Object.values<string>(kinds).includes(event.event))
    refuse('unknown-event', 'The event is of a kind that this receiver does not know.');
  const defect = defectOf(event, event.event === kinds.payroll);
  if (defect !== undefined) refuse('malformed-event', `The event is malformed: ${defect}.`);
  // What is checked above is what the types promise unconditionally; the rest is optional or nullable.
  return event as unknown as WebhookEvent;
}
