import type { Store } from '../store/store.ts';

/** The secret with which a sandbox signs tokens and URLs: made once, and kept with its data. */
export async function signingSecret(
  store: Store,
  randomBytes: (length: number) => Buffer,
): Promise<Uint8Array> {
  const fresh = randomBytes(32).toString('base64');
  const kept = await store
    .partition('sandbox')
    .update('signing-secret', (document) =>
      document
        ? { kind: 'keep', result: String(document['secret']) }
        : { kind: 'write', document: { secret: fresh }, order: 'secret', due: false, result: fresh },
    );
  return Buffer.from(kept, 'base64');
}
