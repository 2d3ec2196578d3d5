import { createHmac } from 'node:crypto';
import { sameSecret } from '../domain/same-secret.ts';

export class Uploads {
  readonly #secret: Uint8Array;
  readonly #baseUrl: () => string;

  constructor(secret: Uint8Array, baseUrl: () => string) {
    this.#secret = secret;
    this.#baseUrl = baseUrl;
  }

  presign(client: string, documentId: string, expiresAt: number): string {
    const query = new URLSearchParams({
      expires: String(expiresAt),
      signature: this.#sign(client, documentId, String(expiresAt)),
    });
    return `${this.#baseUrl()}/_storage/${encodeURIComponent(client)}/${documentId}?${query}`;
  }

  /** When the URL expires; undefined when it is not one of ours. */
  expiryOf(client: string, documentId: string, query: Record<string, unknown>): number | undefined {
    const expires = String(query['expires']);
    const isRight = sameSecret(String(query['signature']), this.#sign(client, documentId, expires));
    return isRight ? Number(expires) : undefined;
  }

  #sign(client: string, documentId: string, expires: string): string {
    return createHmac('sha256', this.#secret)
      .update(`upload\n${client}\n${documentId}\n${expires}`)
      .digest('hex');
  }
}
