import { createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';

/** raw: the body's bytes as they came, before any parser; header names in lower case; key: null if there is none. */
export function openDelivery(raw, headers, secret, key) {
  if (!secret || key === undefined) throw new Error('Not configured');
  const expected = Buffer.from(createHmac('sha512', secret).update(raw).digest('hex'));
  const given = Buffer.from(headers['x-svc-signature'] ?? '');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Error('Not from the service');
  }
  if (key === null) return JSON.parse(raw);

  const sealed = Buffer.from(raw.toString(), 'base64');
  const iv = Buffer.from(headers['x-svc-encryption-iv'] ?? '', 'base64');
  if (sealed.length < 16 || iv.length === 0) throw new Error('Not encrypted');
  const cipher = [Buffer.from(key, 'base64'), iv, { authTagLength: 16 }];
  const opener = createDecipheriv('aes-256-gcm', ...cipher);
  opener.setAuthTag(sealed.subarray(-16));
  const parts = [opener.update(sealed.subarray(0, -16)), opener.final()];
  return JSON.parse(Buffer.concat(parts));
}
