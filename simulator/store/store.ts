/** Anything that JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What a store keeps: a plain JSON object, one aggregate, changed as a whole. */
export type Document = { [key: string]: Json };

/** What a change decides: to leave the document alone, to put a new one in its place, or to take it away. */
export type Change<T> =
  | { kind: 'keep'; result: T }
  | {
      kind: 'write';
      document: Document;
      /** Where the document stands in a list; compared as text, by code units. */
      order: string;
      /** Whether there is work waiting in the document: deliveries to make, checks to run. */
      due: boolean;
      result: T;
    }
  | { kind: 'remove'; result: T };

/** The documents whose order key is in `[from, to)`; a bound left out is open. */
export type OrderRange = { from?: string; to?: string };

/** A slice of the documents in a range. */
export type ListQuery = OrderRange & { offset: number; limit: number };

/** The documents and files of one client. */
export interface Partition {
  /** The newest state, once it is durable: a crash takes back nothing that was read. Treat it as frozen, it is shared. */
  read(id: string): Promise<Document | undefined>;

  /**
   * Changes one document. Changes of one id happen one after the other, and each promise resolves once its change is
   * durable. `change` is synchronous and pure, since an adapter may run it more than once; it builds a new document
   * and leaves `current` as it was. What it throws rejects the promise, and nothing is written.
   */
  update<T>(id: string, change: (current: Document | undefined) => Change<T>): Promise<T>;

  /** The ids that begin with a prefix, in no particular order. This, `list`, `count` and `due` may tell of what is not durable yet. */
  find(prefix: string): Promise<string[]>;

  /** Ids by order key, then by id; `total` counts all that are in the range. */
  list(query: ListQuery): Promise<{ ids: string[]; total: number }>;

  /** The documents themselves, in the same order; each is as `read` gives it. */
  select(query: ListQuery): Promise<Document[]>;

  /** How many documents are in each range, all at the same moment. */
  count(ranges: readonly OrderRange[]): Promise<number[]>;

  /** The ids last written with `due`. May name one that has no work any more, but never misses one. */
  due(): Promise<string[]>;

  /** Takes away every document and file at once: after a crash either all of them are there or none. */
  clear(): Promise<void>;

  /** Uploaded bytes, beside the documents. */
  readonly files: Files;
}

/** Uploaded bytes by id; a file is put as a whole, and durable when the promise resolves. */
export interface Files {
  put(id: string, bytes: Uint8Array): Promise<void>;
  get(id: string): Promise<Uint8Array | undefined>;
  /** Unknown ids are passed over. */
  remove(ids: string[]): Promise<void>;
  list(): Promise<string[]>;
}

/** A file that could not be understood, named so that somebody can look into it. */
export type Damage = { file: string; problem: string };

/** Where all state lives. Nothing above this port may depend on how or where it is kept. */
export interface Store {
  /** The partition of that name; it comes into being with its first document. */
  partition(name: string): Partition;
  /** Every damaged file met so far. */
  damage(): Damage[];
  /** Resolves once everything applied is durable; the store takes no more calls from then on. */
  close(): Promise<void>;
}

/** Thrown on reading or changing a document whose stored form cannot be understood. */
export class DamagedDocumentError extends Error {
  override readonly name = 'DamagedDocumentError';
  readonly id: string;
  readonly file: string;

  constructor(id: string, damage: Damage) {
    super(`Document ${id} cannot be read: ${damage.file}: ${damage.problem}`);
    this.id = id;
    this.file = damage.file;
  }
}
