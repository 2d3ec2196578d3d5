/** Names of secrets, in usual misspellings too: `apiKey`, `X-Auth-Token`, `passwd`. */
export const secretName =
  /api.?key|sandbox.?key|encryption.?key|secret|token|passw|jwt|credential|signature|cookie|authorization|^mfa$/i;

export const mask = '[redacted]';

/** A text without the users, passwords and secret parameters of the URLs in it. */
export function redactUrls(text: string): string {
  if (!text.includes('://')) return text;
  return text.replace(/(:\/\/)[^/?#\\\s"'<>]*@/g, `$1${mask}@`).replace(/:\/\/[^\s"'<>]+/g, redactQuery);
}

export const redactQuery = (url: string): string =>
  url.replace(/(^|[?&#;])([^?&#;=]*)=[^&#;]*/g, (all, before: string, name: string) =>
    secretName.test(decoded(name)) || secretParameter.test(decoded(name)) ? `${before}${name}=${mask}` : all,
  );

/** Names that are a secret's in a URL, but too common elsewhere. */
const secretParameter = /^(key|sig|auth|pass|pwd|code|access|hmac)$|^x-amz-|_key$/i;

/** A part of a URL without its escapes, or as it is where they are wrong. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
