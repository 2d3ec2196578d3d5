import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { refusals } from '../domain/refusal.ts';

const length = 32;

/** Costs 50 ms of processor time, so that passwords which people think of are slow to guess. */
const costOfChosen = 16_384;
/** Enough for a password that a machine drew, which takes 2^63 guesses at any cost. */
export const costOfDrawn = 2;

const derive = (password: string, salt: Buffer, N = costOfChosen): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password, salt, length, { N }, (error, key) => (error ? reject(error) : resolve(key))),
  );

/** A password as it is kept: salt, scrypt and its cost where that is not the usual one, never the password. */
export async function hashPassword(password: string, salt: Uint8Array, cost?: number): Promise<string> {
  const bytes = Buffer.from(salt);
  const kept = [bytes, await derive(password, bytes, cost)].map((part) => part.toString('base64'));
  return [...kept, ...(cost === undefined ? [] : [cost])].join(':');
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
    const [salt = '', expected = '', cost] = (kept ?? `${'A'.repeat(22)}==:`).split(':');
    const turn = this.#last.then(() =>
      derive(password, Buffer.from(salt, 'base64'), cost === undefined ? undefined : Number(cost)),
    );
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
