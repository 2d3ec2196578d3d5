import { scrypt, timingSafeEqual } from 'node:crypto';

const length = 32;

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(password, salt, length, (error, key) => (error ? reject(error) : resolve(key))),
  );
}

/** A password as it is kept: salt and scrypt, never the password. */
export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const bytes = Buffer.from(salt);
  return `${bytes.toString('base64')}:${(await derive(password, bytes)).toString('base64')}`;
}

/** Whether a password is the one that was kept. Takes as long for an unknown member (null) as for a known one. */
export async function passwordMatches(password: string, kept: string | null): Promise<boolean> {
  const [salt = '', expected = ''] = (kept ?? `${'A'.repeat(22)}==:`).split(':');
  const derived = await derive(password, Buffer.from(salt, 'base64'));
  const wanted = Buffer.from(expected, 'base64');
  return wanted.length === derived.length && timingSafeEqual(wanted, derived);
}
