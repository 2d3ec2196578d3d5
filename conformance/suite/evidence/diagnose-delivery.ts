import { createDecipheriv, createHash, createHmac } from 'node:crypto';
import { amountsOf } from '../../predicates/amounts.ts';
import { readJson } from '../../target/read-json.ts';
import type { Agreed } from './trace.ts';

/** A delivery, and what is known of how it should have been made. */
export type Delivered = {
  readonly raw: Buffer;
  readonly signature: string | undefined;
  readonly iv: string | undefined;
  /** The JSON that it holds, decrypted where it had to be; undefined when it could not be read. */
  readonly plain: string | undefined;
  readonly agreed: Agreed;
  readonly others: readonly Agreed[];
};

/** What is odd about a delivery, as far as its bytes show: each line names the mistake that would make exactly this. */
export const diagnosisOf = (delivery: Delivered): string[] => [
  ...signatureLines(delivery),
  ...encryptionLines(delivery),
  ...payloadLines(delivery),
];

const hmac = (algorithm: string, key: string | Uint8Array, bytes: string | Uint8Array): string =>
  createHmac(algorithm, key).update(bytes).digest('hex');

function signatureLines({ raw, signature, plain, agreed, others }: Delivered): string[] {
  const { signing_secret: secret, encryption_key: key } = agreed;
  if (secret === undefined)
    return signature === undefined ? [] : ['it is signed, though no secret was agreed on'];
  if (signature === undefined) return ['it has no signature header, though a secret was agreed on'];
  const given = signature.trim().replace(/^(sha512|v1)=/i, '');
  const right = hmac('sha512', secret, raw);
  if (signature === right) return [];
  if (given === right) return ['this is the right signature with something before it'];
  if (given.toLowerCase() === right) return ['this is the right signature in capital letters'];
  if (given === Buffer.from(right, 'hex').toString('base64'))
    return ['this is the right signature in Base64'];
  const isOf = (bytes: string | Uint8Array): boolean => hmac('sha512', secret, bytes) === given.toLowerCase();
  const isBy = (other: string | Uint8Array): boolean => hmac('sha512', other, raw) === given.toLowerCase();
  const ofWhat = 'this is the signature of';
  if (plain !== undefined && plain !== raw.toString() && isOf(plain))
    return [`${ofWhat} the plain body: it was signed before it was encrypted`];
  if (isOf(Buffer.from(raw.toString('latin1'), 'base64'))) return [`${ofWhat} the bytes before Base64`];
  if (isOf(raw.toString().trim())) return [`${ofWhat} the body without its white space at the ends`];
  const value = plain === undefined ? undefined : parsed(plain);
  if (value && isOf(JSON.stringify(value))) return [`${ofWhat} the JSON written anew, not of the raw body`];
  const bySecret = 'this is the right body, signed with';
  if (isBy(Buffer.from(secret, 'base64'))) return [`${bySecret} the secret decoded from Base64`];
  if (isBy(Buffer.from(secret, 'hex'))) return [`${bySecret} the secret decoded from hexadecimal`];
  if (isBy(secret.trim())) return [`${bySecret} the secret without its white space`];
  if (isBy(secret.slice(0, 64))) return [`${bySecret} the first 64 characters of the secret`];
  if (isBy('')) return [`${bySecret} an empty secret`];
  if (key !== undefined && isBy(key)) return ['it is signed with the encryption key'];
  if (others.some(({ signing_secret: other }) => other !== undefined && other !== secret && isBy(other)))
    return ['it is signed with the secret of another subscription'];
  if (isOf('')) return [`${ofWhat} an empty body`];
  for (const algorithm of ['sha256', 'sha1', 'sha384', 'sha3-512'])
    if (hmac(algorithm, secret, raw) === given.toLowerCase())
      return [`this is HMAC-${algorithm.toUpperCase()}`];
  if (createHash('sha512').update(raw).digest('hex') === given.toLowerCase())
    return ['this is a plain SHA-512 of the body, without any secret'];
  if (createHash('sha512').update(secret).update(raw).digest('hex') === given.toLowerCase())
    return ['this is a plain SHA-512 of secret and body, which is not an HMAC'];
  return [];
}

function encryptionLines({ raw, iv, plain, agreed, others }: Delivered): string[] {
  const { encryption_key: key } = agreed;
  if (key === undefined) return iv === undefined ? [] : ['it has a vector, though no key was agreed on'];
  const lines = iv === undefined ? ['it has no header with the vector'] : [];
  if (raw.toString().trimStart().startsWith('{')) return [...lines, 'the body is not encrypted at all'];
  if (plain !== undefined || iv === undefined) return lines;
  const isText = /^[A-Za-z0-9+/=\s_-]*$/.test(raw.toString('latin1'));
  const sealed = isText ? Buffer.from(raw.toString('latin1'), 'base64') : raw;
  const bytes = Buffer.from(key, 'base64');
  const vector = Buffer.from(iv, 'base64');
  const text = sealed.subarray(0, -16);
  const isBy = (withKey: Buffer | string, withIv = vector, cipherText = text, tag = sealed.subarray(-16)) =>
    opens('aes-256-gcm', withKey, withIv, cipherText, tag);
  if (isBy(bytes, vector, sealed.subarray(16), sealed.subarray(0, 16)))
    return ['the tag stands before the cipher text, not after it'];
  if (isBy(key.slice(0, 32)))
    return ["it is encrypted with the key's raw text, not with the bytes that it stands for"];
  if ([key, bytes].some((one) => isBy(createHash('sha256').update(one).digest())))
    return ['it is encrypted with a hash of the key'];
  if (isBy(bytes, Buffer.from(iv, 'hex'))) return ['the vector is hexadecimal, not Base64'];
  if (isBy(bytes, Buffer.from(iv)))
    return ["the vector is used as the header's text, not as the bytes that it stands for"];
  if (isBy(bytes, vector, sealed.subarray(vector.length, -16)))
    return ['the vector stands before the cipher text in the body, too'];
  const keys = others.flatMap(({ encryption_key = key }) => (encryption_key === key ? [] : [encryption_key]));
  if (keys.some((other) => isBy(Buffer.from(other, 'base64'))))
    return ['it is encrypted with the key of another subscription'];
  if (opens('aes-256-cbc', bytes, vector.subarray(0, 16), sealed))
    return ['it is encrypted with AES-CBC, not GCM'];
  const counted = Buffer.concat([vector.subarray(0, 12), Buffer.from([0, 0, 0, 2])]);
  if (opens('aes-256-ctr', bytes, counted, sealed)) return ['it is AES-GCM without its tag'];
  if (opens('aes-256-ctr', bytes, counted, text)) return ['it decrypts, and the tag is wrong'];
  return isText ? [] : ['the body is not Base64 text'];
}

function opens(algorithm: string, key: Buffer | string, iv: Buffer, text: Buffer, tag?: Buffer): boolean {
  try {
    const decipher = createDecipheriv(algorithm, key, iv);
    if (tag)
      (decipher as ReturnType<typeof createDecipheriv> & { setAuthTag(tag: Buffer): void }).setAuthTag(tag);
    JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

function payloadLines({ plain, agreed }: Delivered): string[] {
  const body = plain === undefined ? undefined : parsed(plain);
  if (body === undefined) return [];
  const wanted = agreed.config?.include_payload === true;
  const payload = body['payload'] as Record<string, unknown> | undefined;
  if (payload === undefined || payload === null)
    return wanted ? ['it has no payload, though include_payload is true'] : [];
  const lines = wanted ? [] : ['it has a payload, though include_payload is not set'];
  const submissions = Array.isArray(payload['payroll_submissions']) ? payload['payroll_submissions'] : [];
  const amounts = submissions.flatMap((one) => [...amountsOf(one).values()]);
  const text = amounts.find((one) => typeof one === 'string');
  if (text !== undefined) lines.push(`amounts are strings, such as ${JSON.stringify(text)}`);
  if (submissions.some((one) => typeof one?.identity_information?.phone === 'number'))
    lines.push('the phone is a number');
  return lines;
}

function parsed(text: string): Record<string, unknown> | undefined {
  const value = readJson(text);
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : undefined;
}
