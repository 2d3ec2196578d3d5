import { redactUrls } from '../../spec/redact-urls.ts';

/** Knows every secret of a run and keeps them out of whatever is shown. */
export class Redactor {
  readonly #placeholders = new Map<string, string>();

  /** From now on the secret is shown as the placeholder, e.g. `$API_KEY`. */
  add(secret: string | undefined, placeholder: string): void {
    // A very short secret would blot out half of every text, and is no secret.
    if (secret === undefined || secret.length < 4 || this.#placeholders.has(secret)) return;
    this.#placeholders.set(secret, placeholder);
  }

  /** The text without any secret. */
  text(text: string): string {
    let shown = text;
    // The longest first, since one secret may contain another.
    for (const [secret, placeholder] of [...this.#placeholders].sort((a, b) => b[0].length - a[0].length)) {
      for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]))
        shown = shown.replaceAll(form, placeholder);
    }
    return redactUrls(shown.replace(signatures, '$1[redacted]'));
  }

  /** The value, a JSON one, with no secret in any of its texts. */
  value<T>(value: T): T {
    return JSON.parse(this.text(JSON.stringify(value))) as T;
  }
}

const signatures = /([?&](?:signature|sig|token|x-amz-[a-z-]+)=)[^&"'\s]+/gi;
