import type { IncomingHttpHeaders } from 'node:http';

/** Names of what opens doors, also as somebody may have misspelt them: `apiKey`, `X-Auth-Token`, `passwd`. */
const secretName =
  /api.?key|sandbox.?key|encryption.?key|secret|token|passw|jwt|credential|signature|cookie|authorization|^mfa$/i;
const mask = '[redacted]';

/** Headers without what opens doors. */
export function redactHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, secretName.test(name) ? mask : String(value)]),
  );
}

/** Nothing of the service goes deeper; whatever does was made to break those who walk through it. */
const deepest = 50;

/** A body without what opens doors; signatures of presigned URLs open one too. */
export function redactBody(body: unknown, depth = 0): unknown {
  if (typeof body !== 'object' || body === null) return body;
  if (depth === deepest) return '[nested too deeply to be shown]';
  if (Array.isArray(body)) return body.map((item) => redactBody(item, depth + 1));
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (secretName.test(name) && value !== null) return [name, mask];
      if (name === 'presigned_url' && typeof value === 'string') return [name, redactQuery(value)];
      return [name, redactBody(value, depth + 1)];
    }),
  );
}

/** A URL or query string without what opens doors. */
export function redactQuery(url: string): string {
  return url.replace(/(^|[?&])([^?&=]*)=[^&]*/g, (all, before: string, name: string) =>
    secretName.test(name) ? `${before}${name}=${mask}` : all,
  );
}
