import { randomUUID } from 'node:crypto';
import type { ShellPart } from '../../spec/curl.ts';
import { redactUrls } from '../../spec/redact-urls.ts';

/** Knows every secret of a run and keeps them out of whatever is shown. */
export class Redactor {
  /** Every secret as it may be written, with its placeholder. */
  readonly #forms = new Map<string, string>();
  #pattern: RegExp | undefined;
  /** Random, so that no text of a deployment can look like a placeholder. */
  readonly #nonce = randomUUID();

  /** From now on the secret is shown as the placeholder, e.g. `$API_KEY`. */
  add(secret: string | undefined, placeholder: string): void {
    // A very short secret would blot out half of every text, and is no secret.
    if (typeof secret !== 'string' || secret.length < 4 || this.#forms.has(secret)) return;
    const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
    for (const form of forms) if (!this.#forms.has(form)) this.#forms.set(form, placeholder);
    this.#pattern = undefined;
  }

  /** Made when a text is to be shown, since a run has many secrets and shows little. */
  #patternOfAll(): RegExp {
    // All at once and the longest first: one secret may contain another, or look like a placeholder.
    const forms = [...this.#forms.keys()].sort((one, other) => other.length - one.length);
    return new RegExp(forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
  }

  text(text: string): string {
    return this.#hidden(text, (placeholder) => placeholder);
  }

  /** The text without any secret, in pieces, so that a shell expands the placeholders and nothing else. */
  parts(text: string): ShellPart[] {
    const hidden = this.#hidden(text, (placeholder) => `${this.#nonce}${placeholder.slice(1)}${this.#nonce}`);
    return hidden
      .split(this.#nonce)
      .map((piece, index) =>
        index % 2 === 1 && isVariable.test(piece) ? { variable: piece } : { text: piece },
      )
      .filter((part) => !('text' in part) || part.text !== '');
  }

  headers(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, this.text(value)]));
  }

  value<T>(value: T): T {
    return JSON.parse(this.text(JSON.stringify(value))) as T;
  }

  #hidden(text: string, shownAs: (placeholder: string) => string): string {
    if (this.#forms.size > 0) this.#pattern ??= this.#patternOfAll();
    const shown = this.#pattern
      ? text.replace(this.#pattern, (form) => shownAs(this.#forms.get(form) ?? ''))
      : text;
    return redactUrls(shown.replace(signatures, '$1[redacted]'));
  }
}

const isVariable = /^[A-Z][A-Z0-9_]*$/;
const signatures = /([?&](?:signature|sig|token|x-amz-[a-z-]+)=)[^&"'\s]+/gi;
