import { createCipheriv, createDecipheriv } from 'node:crypto';

export const tagBytes = 16;

/** The tag that belongs to a cipher text; undefined for a vector of a length that GCM does not take. */
export function tagOf(cipherText: Uint8Array, key: Uint8Array, iv: Uint8Array): Buffer | undefined {
  try {
    const plain = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).update(cipherText);
    const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes });
    cipher.update(plain);
    cipher.final();
    return cipher.getAuthTag();
  } catch {
    return undefined;
  }
}
