/** What a key may cost in a file name; file systems allow 255 bytes. */
const LONGEST = 200;

/** Whether every store can keep something under this id: not empty, well-formed, and short enough for a file name. */
export function isKey(id: string): boolean {
  return id !== '' && id.isWellFormed() && !id.includes('\0') && fileNameOf(id).length <= LONGEST;
}

/** Refuses an id that some store could not keep, so that all stores take the same ones. */
export function checkKey(id: string): void {
  if (!isKey(id))
    throw new RangeError(`A store cannot keep anything under the id ${JSON.stringify(id).slice(0, 60)}`);
}

/** Plain ASCII sorts the same way in every store; text beyond it does not. */
export function checkSortKey(sortKey: string): void {
  if (!/^[ -~]{0,200}$/.test(sortKey))
    throw new RangeError(`Not a sort key: ${JSON.stringify(sortKey).slice(0, 60)}`);
}

/** A safe file name for each key. Capitals are escaped, since some file systems take `A` and `a` for the same name. */
export function fileNameOf(key: string): string {
  return key.replace(/[^a-z0-9_-]+/gu, (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'));
}

/** The key that `fileNameOf` made a name of, or nothing when it made no such name. */
export function keyOfFileName(name: string): string | undefined {
  try {
    const key = decodeURIComponent(name);
    return fileNameOf(key) === name ? key : undefined;
  } catch {
    return undefined;
  }
}
