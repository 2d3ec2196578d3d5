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

/** A text without the users, passwords and secret parameters of the URLs in it. */
export function redactUrls(text: string): string {
  if (!text.includes('://')) return text;
  return text
    .replace(/(:\/\/)[^/?#\\\s"'<>]*@/g, `$1${mask}@`)
    .replace(/[a-z][a-z0-9+.-]*:\/\/[^\s"'<>]+/gi, redactQuery);
}

/** A URL or query string without the values of secret parameters. */
export function redactQuery(url: string): string {
  return url.replace(/(^|[?&#;])([^?&#;=]*)=[^&#;]*/g, (all, before: string, name: string) =>
    secretName.test(decoded(name)) || secretParameter.test(decoded(name)) ? `${before}${name}=${mask}` : all,
  );
}

/** Names that are a secret's in a URL, but too common elsewhere. */
const secretParameter = /^(key|sig|auth|pass|pwd|code|access|hmac)$|^x-amz-|_key$/i;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
