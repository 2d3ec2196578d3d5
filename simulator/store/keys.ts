/** What an id or order key may cost in a file name, of the 255 bytes that file systems allow. */
const LONGEST = 110;

/**
 * A name that is safe in a path, and different for every key: what is not a lower-case letter, a digit, `-` or `_` is
 * escaped. Capitals are too, since some file systems take `A` and `a` for the same name.
 */
export function encodeKey(key: string): string {
  if (/^[a-z0-9_-]*$/.test(key)) return key;
  let encoded = '';
  for (const byte of Buffer.from(key, 'utf8')) {
    const character = String.fromCharCode(byte);
    encoded += /[a-z0-9_-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return encoded;
}

/** The key that `encodeKey` made a name of, or nothing when it made no such name. */
export function decodeKey(name: string): string | undefined {
  if (!/^([a-z0-9_-]|%[0-9a-f]{2})*$/.test(name)) return undefined;
  if (!name.includes('%')) return name;
  try {
    const key = decodeURIComponent(name);
    return encodeKey(key) === name ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Refuses a key that some store could not keep, so that all stores take the same ones. */
export function checkKey(kind: 'partition' | 'id' | 'order', key: string): void {
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
