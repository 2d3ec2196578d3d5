import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

/** raw: the body's bytes as they came, before any parser; header names in lower case. */
export function openDelivery(raw, headers, secret, key) {
  const expected = createHmac('sha512', secret).update(raw).digest();
  const given = Buffer.from(headers['x-svc-signature'] ?? '', 'hex');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Error('Not from the service');
  }
  const iv = headers['x-svc-encryption-iv'];
  if (iv === undefined) return JSON.parse(raw);

  const sealed = Buffer.from(raw.toString(), 'base64');
  const cipher = [Buffer.from(key, 'base64'), Buffer.from(iv, 'base64')];
  const opener = createDecipheriv('aes-256-gcm', ...cipher);
  opener.setAuthTag(sealed.subarray(-16));
  const parts = [opener.update(sealed.subarray(0, -16)), opener.final()];
  return JSON.parse(Buffer.concat(parts));
}
