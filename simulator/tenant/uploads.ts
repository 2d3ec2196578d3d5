import { createHmac } from 'node:crypto';
import { sameSecret } from '../domain/same-secret.ts';

export type Uploads = ReturnType<typeof uploads>;

/** Presigned URLs of uploads, signed with a secret that the processes of one store share. */
export function uploads(secret: Uint8Array, baseUrl: () => string) {
  const sign = (client: string, documentId: string, expires: string): string =>
    createHmac('sha256', secret).update(`upload\n${client}\n${documentId}\n${expires}`).digest('hex');
  return {
    presign(client: string, documentId: string, expiresAt: number): string {
      const expires = String(expiresAt);
      const query = new URLSearchParams({ expires, signature: sign(client, documentId, expires) });
      return `${baseUrl()}/_storage/${encodeURIComponent(client)}/${documentId}?${query}`;
    },
    /** When the URL expires; undefined when it is not one of ours. */
    expiryOf(client: string, documentId: string, query: Record<string, unknown>): number | undefined {
      const expires = String(query['expires']);
      const isRight = sameSecret(String(query['signature']), sign(client, documentId, expires));
      return isRight ? Number(expires) : undefined;
    },
  };
}
