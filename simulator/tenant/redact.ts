import type { IncomingHttpHeaders } from 'node:http';
import { mask, redactUrls, secretName } from '../../spec/redact-urls.ts';

/** Headers without what opens doors. */
export function redactHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretName.test(name) ? mask : String(value)]),
  );
}

/** Nothing of the service goes deeper; whatever does was made to break those who walk through it. */
const deepest = 50;

/** A body without what opens doors, also where it stands inside an address. */
export function redactBody(body: unknown, depth = 0): unknown {
  if (typeof body === 'string') return redactUrls(body);
  if (typeof body !== 'object' || body === null) return body;
  if (depth === deepest) return '[nested too deeply to be shown]';
  if (Array.isArray(body)) return body.map((item) => redactBody(item, depth + 1));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      secretName.test(name) && value !== null ? mask : redactBody(value, depth + 1),
    ]),
  );
}
