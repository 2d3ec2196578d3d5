import { type Document, type Listed, type NewWorkItem, StoreMismatchError, type Write } from '../port.ts';

/** The longest file name of a key; file systems allow 255 bytes. */
const LONGEST = 200;

/** Whether every store can keep something under this id: not empty, well-formed, and short enough for a file name. */
export const isKey = (id: string): boolean =>
  id !== '' && id.isWellFormed() && !id.includes('\0') && fileNameOf(id).length <= LONGEST;

/** Refuses an id that some store could not keep, so that all stores take the same ids. */
export function checkKey(id: string): void {
  if (!isKey(id))
    throw new RangeError(`A store cannot keep anything under the id ${JSON.stringify(id).slice(0, 60)}`);
}

/** A safe file name for each key. Escapes capitals, since some file systems take `A` and `a` for the same name. */
export const fileNameOf = (key: string): string =>
  key.replace(/[^a-z0-9_-]+/gu, (text) => Buffer.from(text).toString('hex').replace(/../g, '%$&'));

/** The key of a file name, or undefined when `fileNameOf` makes no such name. */
export function keyOfFileName(name: string): string | undefined {
  try {
    const key = decodeURIComponent(name);
    return fileNameOf(key) === name ? key : undefined;
  } catch {
    return undefined;
  }
}

/** The stores of clients by name, each opened at its first use and let go of with its client. */
export function openedOnce<ClientStore>(open: (client: string) => ClientStore) {
  const opened = new Map<string, ClientStore>();
  const clientStore = (client: string): ClientStore => {
    checkKey(client);
    const store = opened.get(client) ?? open(client);
    opened.set(client, store);
    return store;
  };
  return { opened, clientStore, forget: (client: string): void => void opened.delete(client) };
}

/** An aggregate after a change, with the changes of its work. */
export type PlannedWrite = {
  readonly document: Document | undefined;
  /** Set when there is a document. */
  readonly sortKey: string;
  readonly putWork: readonly NewWorkItem[];
  readonly removeWork: readonly string[];
  /** Whether all of its items go, before `putWork` is put. */
  readonly clearWork: boolean;
};

/** Applies a decision to the aggregate that it was made for. Refuses what no store can write. */
type Kept = Pick<Listed, 'document' | 'sortKey'>;

export function planWrite(id: string, current: Kept | undefined, write: Write<unknown>): PlannedWrite {
  const document = write.document === undefined ? current?.document : (write.document ?? undefined);
  const sortKey = write.sortKey ?? current?.sortKey;
  const putWork = write.work === undefined || write.work === 'none' ? [] : write.work;
  if (document === undefined && putWork.length > 0) throw new TypeError(`There is no ${id} to put work for`);
  if (document !== undefined && sortKey === undefined)
    throw new TypeError(`${id} is new and needs a sort key`);
  // Plain ASCII sorts the same way in every store; other text does not.
  if (document !== undefined && !/^[ -~]{0,200}$/.test(sortKey ?? ''))
    throw new RangeError(`Not a sort key: ${JSON.stringify(sortKey).slice(0, 60)}`);
  for (const item of putWork) {
    checkKey(item.id);
    // NaN would be due at every instant, and Infinity is not JSON.
    if (item.due !== null && !Number.isFinite(item.due))
      throw new RangeError(`The work item ${item.id} cannot be due at ${item.due}`);
    if (item.owner !== id) throw new TypeError(`A change of ${id} cannot put work of ${item.owner}`);
  }
  const clearWork = write.document === null || write.work === 'none';
  return { document, sortKey: sortKey ?? '', putWork, removeWork: write.removeWork ?? [], clearWork };
}

/** The code of a system's or a database's error; empty for any other. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Refuses another seed: its worlds have other people, and stored changes are of the people of the first seed. */
export function checkSeed(store: string, seed: string, proposed: string): void {
  if (seed === proposed) return;
  throw new StoreMismatchError(
    `${store} was made with the seed ${JSON.stringify(seed)}, not ${JSON.stringify(proposed)}. Start with that seed, or choose another place for the data.`,
  );
}
