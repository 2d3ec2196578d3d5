/** What an id or order key may cost in a file name, of the 255 bytes that file systems allow. */
const LONGEST = 110;

/** A key that is its own name; nearly all are. */
const PLAIN = /^[a-z0-9_-]+$/;

/**
 * A name that is safe in a path, and different for every key: what is not a lower-case letter, a digit, `-` or `_` is
 * escaped. Capitals are too, since some file systems take `A` and `a` for the same name.
 */
export function encodeKey(key: string): string {
  return key.replace(/[^a-z0-9_-]/gu, escapeCharacter);
}

/** The key that `encodeKey` made a name of, or nothing when it made no such name. */
export function decodeKey(name: string): string | undefined {
  if (/^[a-z0-9_-]*$/.test(name)) return name;
  if (!/^([a-z0-9_-]|%[0-9a-f]{2})*$/.test(name) || ESCAPED_NEEDLESSLY.test(name)) return undefined;
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}

/** A digit, a lower-case letter, `-` or `_` that stands there as an escape: a second name for the same key. */
const ESCAPED_NEEDLESSLY = /%(3[0-9]|6[1-9a-f]|7[0-9a]|2d|5f)/;

function escapeCharacter(character: string): string {
  let escaped = '';
  for (const byte of Buffer.from(character, 'utf8')) escaped += `%${byte.toString(16).padStart(2, '0')}`;
  return escaped;
}

/** Refuses a key that some store could not keep, so that all stores take the same ones. */
export function checkKey(kind: 'partition' | 'id' | 'order', key: string): void {
  if (key.length <= LONGEST && PLAIN.test(key)) return;
  if (key === '' && kind !== 'order') throw new RangeError(`A store's ${kind} may not be empty`);
  if (/\p{Surrogate}/u.test(key)) throw new RangeError(`A store's ${kind} must be well-formed Unicode text`);
  if (encodeKey(key).length > LONGEST) {
    throw new RangeError(
      `A store's ${kind} may take at most ${LONGEST} bytes when escaped: ${key.slice(0, 40)}...`,
    );
  }
}

/** Whether anything can be kept under that id. */
export function isKey(id: string): boolean {
  try {
    checkKey('id', id);
    return true;
  } catch {
    return false;
  }
}
