import { eventKinds, type WebhookEvent } from './events.ts';
import { type RawBody, textOf } from './seal.ts';
import { refuse } from './webhook-verification-error.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsedJson(body: RawBody): unknown {
  try {
    const text = textOf(body);
    if (text !== undefined) return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return refuse('not-json', 'The body is not JSON in UTF-8.');
}

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
  return event as WebhookEvent;
}
