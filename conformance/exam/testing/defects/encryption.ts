import { createDecipheriv } from 'node:crypto';
import { Refusal, strictBase64 } from '../hand-made-receiver.ts';
import { type Defect, defect } from './defect.ts';

const encryptedOnly = { with: ['key'] } as const;
const tag = 16;
const ivOf = (iv: string | undefined): Buffer => strictBase64(iv || '?');
const sealedOf = (body: Buffer): Buffer => strictBase64(body.toString('latin1'));

/** Decrypts and never asks whether the tag is right. */
function unchecked(sealed: Buffer, iv: Buffer, key: Buffer): Buffer {
  return createDecipheriv('aes-256-gcm', key, iv).update(sealed);
}

function checked(text: Buffer, tagBytes: Buffer, iv: Buffer, key: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv);
  decipher.setAuthTag(tagBytes);
  return Buffer.concat([decipher.update(text), decipher.final()]);
}

const attempts = <T>(...ways: (() => T)[]): T => {
  for (const way of ways) {
    try {
      return way();
    } catch {
      // The next way, then.
    }
  }
  throw new Refusal(400);
};

/** Mistakes in decrypting. */
export const encryptionDefects: readonly Defect[] = [
  defect('takes-plain-json-where-there-is-no-vector', 'encryption.downgrade', ({ decrypt }) => ({
    decrypt: (body, iv, key) => (iv === undefined ? body : decrypt(body, iv, key)),
  })),
  defect('takes-what-looks-like-json', 'encryption.downgrade', ({ decrypt }) => ({
    decrypt: (body, iv, key) => (body.toString().startsWith('{') ? body : decrypt(body, iv, key)),
  })),
  defect('goes-on-when-it-cannot-decrypt', 'encryption.other-key', ({ decrypt }) => ({
    decrypt: (body, iv, key) =>
      attempts(
        () => decrypt(body, iv, key),
        () => Buffer.from('{"event":"unreadable","user_id":"unknown","timestamp":"now"}'),
      ),
  })),
  defect('never-asks-for-the-tag', 'encryption.changed-text', () => ({
    decrypt: (body, iv, key) => unchecked(sealedOf(body).subarray(0, -tag), ivOf(iv), key),
  })),
  defect(
    'never-asks-for-the-tag-of-an-unsigned-delivery',
    'encryption.changed-tag',
    () => ({ decrypt: (body, iv, key) => unchecked(sealedOf(body).subarray(0, -tag), ivOf(iv), key) }),
    encryptedOnly,
  ),
  defect('compares-the-first-bytes-of-the-tag', 'encryption.changed-tag', () => ({
    decrypt(body, iv, key) {
      const sealed = sealedOf(body);
      const decipher = createDecipheriv('aes-256-gcm', key, ivOf(iv), { authTagLength: 4 });
      decipher.setAuthTag(sealed.subarray(-tag, 4 - tag));
      return Buffer.concat([decipher.update(sealed.subarray(0, -tag)), decipher.final()]);
    },
  })),
  defect('tries-shorter-tags', 'encryption.short-tag', () => ({
    decrypt(body, iv, key) {
      const sealed = sealedOf(body);
      const ways = [16, 12, 4].map(
        (length) => () => checked(sealed.subarray(0, -length), sealed.subarray(-length), ivOf(iv), key),
      );
      return attempts(...ways);
    },
  })),
  defect('does-without-a-tag', 'encryption.missing-tag', ({ decrypt, isDelivery }) => ({
    decrypt: (body, iv, key) =>
      attempts(
        () => decrypt(body, iv, key),
        () => {
          const plain = unchecked(sealedOf(body), ivOf(iv), key);
          if (!isDelivery(JSON.parse(plain.toString()))) throw new Refusal(400);
          return plain;
        },
      ),
  })),
  defect('takes-the-tag-from-either-end', 'encryption.moved-tag', ({ decrypt }) => ({
    decrypt: (body, iv, key) =>
      attempts(
        () => decrypt(body, iv, key),
        () => checked(sealedOf(body).subarray(tag), sealedOf(body).subarray(0, tag), ivOf(iv), key),
      ),
  })),
  defect('takes-any-event-without-a-vector', 'encryption.missing-iv', ({ decrypt }) => ({
    decrypt: (body, iv, key) =>
      iv ? decrypt(body, iv, key) : Buffer.from('{"event":"ping","user_id":"unknown","timestamp":"now"}'),
  })),
  defect('corrects-the-first-block-by-guessing', 'encryption.wrong-iv', ({ decrypt }) => ({
    // A wrong vector was thought to spoil the beginning alone, as it does in other modes.
    decrypt: (body, iv, key) =>
      attempts(
        () => decrypt(body, iv, key),
        () => {
          if (ivOf(iv).length !== 12 || sealedOf(body).length <= tag) throw new Refusal(400);
          return Buffer.from('{"event":"user-payroll-submitted","user_id":"unread","timestamp":"now"}');
        },
      ),
  })),
  defect('dies-of-a-vector-that-node-does-not-take', 'encryption.odd-iv', ({ decrypt, take, fail }) => ({
    decrypt(body, iv, key) {
      // Thrown uncaught: in a callback, after the request's own handler has returned.
      if (iv !== undefined && Buffer.from(iv, 'base64').length !== 12)
        throw new RangeError('Invalid IV length');
      return decrypt(body, iv, key);
    },
    async take(steps, request, response, own) {
      await take(steps, request, response, own).catch((error: unknown) => {
        if (!(error instanceof RangeError)) return fail(error, response);
        response.destroy();
        own.server.close();
        own.server.closeAllConnections();
      });
    },
  })),
  defect('decodes-base64-leniently-and-takes-the-rest', 'encryption.not-base64', ({ decrypt }) => ({
    decrypt: (body, iv, key) => {
      const bytes = Buffer.from(body.toString('latin1'), 'base64');
      // The defect: a body that is too short is taken for a ping.
      if (bytes.length < 32) return Buffer.from('{"event":"ping","user_id":"unknown","timestamp":"now"}');
      return decrypt(body, iv, key);
    },
  })),
];
