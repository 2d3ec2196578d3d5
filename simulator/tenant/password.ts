import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { refusals } from '../domain/refusal.ts';

const length = 32;

const derive = (password: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password, salt, length, (error, key) => (error ? reject(error) : resolve(key))),
  );

/** A password as it is kept: salt and scrypt, never the password. */
export async function hashPassword(password: string, salt: Uint8Array): Promise<string> {
  const bytes = Buffer.from(salt);
  return `${bytes.toString('base64')}:${(await derive(password, bytes)).toString('base64')}`;
}

/** How many comparisons may wait: a second or two of them. */
const mostWaiting = 32;

/** How many passwords are remembered that matched. */
const mostKnown = 100;

/**
 * Compares one password at a time: it is slow, and runs on the few threads that also write files. One that has matched is
 * known by a digest with a key of this process, so that only the first sign-in of a member costs 50 ms of processor time.
 */
export class PasswordCheck {
  readonly #key = randomBytes(32);
  readonly #known = new Set<string>();
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Takes as long for an unknown member (null) as for a known one; refused when too many wait already. */
  async matches(password: string, kept: string | null): Promise<boolean> {
    const digest = createHmac('sha256', this.#key)
      .update(JSON.stringify([kept, password]))
      .digest('base64');
    if (this.#known.has(digest)) return true;
    if (this.#waiting >= mostWaiting) throw refusals.tooMany(1);
    this.#waiting += 1;
    const [salt = '', expected = ''] = (kept ?? `${'A'.repeat(22)}==:`).split(':');
    const turn = this.#last.then(() => derive(password, Buffer.from(salt, 'base64')));
    this.#last = turn.catch(() => undefined);
    try {
      const derived = await turn;
      const wanted = Buffer.from(expected, 'base64');
      const isRight = wanted.length === derived.length && timingSafeEqual(wanted, derived);
      if (this.#known.size >= mostKnown) this.#known.clear();
      if (isRight) this.#known.add(digest);
      return isRight;
    } finally {
      this.#waiting -= 1;
    }
  }
}
