import { redactUrls } from '../../spec/redact-urls.ts';

const mask = '[redacted]';

/** What opens doors, by its looks. */
const shapes: readonly [RegExp, string][] = [
  [/\bBearer +[\w.~+/-]+=*/gi, `Bearer ${mask}`],
  [/\beyJ[\w-]{5,}(\.[\w-]*){1,2}/g, mask],
  [/([?&](?:signature|token|key|secret|password)=)[^&\s"']*/gi, `$1${mask}`],
  [/((?:x-api-key|x-sandbox-key|authorization)["']?\s*[:=]\s*["']?)[^\s"',}]+/gi, `$1${mask}`],
  [
    /(["']?(?:password|jwt|token|signing_secret|encryption_key|mfa|api_key|apiKey)["']?\s*[:=]\s*["'])[^"']*/gi,
    `$1${mask}`,
  ],
];

/** A text for a log, without the secrets that are known and without what looks like one. */
export function redactText(text: string, secrets: readonly string[]): string {
  let redacted = text;
  for (const secret of secrets) redacted = redacted.replaceAll(secret, mask);
  for (const [shape, replacement] of shapes) redacted = redacted.replace(shape, replacement);
  return redactUrls(redacted);
}
