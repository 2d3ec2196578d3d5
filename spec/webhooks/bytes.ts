import { isUtf8 } from 'node:buffer';

/** A request body as it came off the wire: bytes, or the text they stand for in UTF-8. */
export type RawBody = string | Uint8Array;

/** The bytes of a raw body, without copying them. No body is one of no bytes. */
export function bytesOf(body: RawBody | null | undefined): Buffer {
  if (isNothing(body)) return Buffer.alloc(0);
  if (typeof body === 'string') return Buffer.from(body, 'utf8');
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  // A parsed body is the classic mistake: its bytes are lost, and with them the signature.
  throw new TypeError('The raw body must be a string or bytes: take it before any JSON parser does.');
}

/** Express leaves `body` out, or in its version 4 makes it an empty object, when a request has none. */
function isNothing(body: unknown): body is null | undefined {
  if (body === undefined || body === null) return true;
  return Object.getPrototypeOf(body) === Object.prototype && Object.keys(body).length === 0;
}

/** The UTF-8 text of a raw body, or undefined when its bytes are not UTF-8. */
export function textOf(body: RawBody): string | undefined {
  if (typeof body === 'string') return body;
  const bytes = bytesOf(body);
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/**
 * Decodes Base64 in its one canonical form (padded, no white space, no stray bits), else gives undefined.
 *
 * Node's own decoder skips what it does not know, so a changed text could stand for the same bytes.
 */
export function decodeBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
