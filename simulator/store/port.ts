import type { JsonObject as Document, Json } from '../../spec/json.ts';

export type { Document, Json };

/** The id of the aggregate that belongs to the client itself: its configuration, subscriptions and clock. */
export const CLIENT_DOCUMENT = 'client';

/** Work due by the client's clock. Items of one queue of an owner are done in the order in which they were first put. */
export type WorkItem = {
  readonly id: string;
  readonly kind: string;
  /** The id of the aggregate that caused the item; removing the aggregate removes the item. */
  readonly owner: string;
  /** A name that is unique within the owner; set when the item is first put, and kept. */
  readonly queue: string;
  /** The receiver, if there is one: `claim` can leave out receivers that are busy. */
  readonly target: string | null;
  /** Its number among all items of the client; the store assigns it when the item is first put, and keeps it. */
  readonly sequence: number;
  /** Epoch milliseconds of the client's clock; null when the item is finished and kept only for display. */
  readonly due: number | null;
  readonly data: Document;
};

export type NewWorkItem = Omit<WorkItem, 'sequence'>;

/** An item without a receiver, in a queue of its own unless another is named. */
export const workItem = (
  item: Pick<NewWorkItem, 'id' | 'kind' | 'owner' | 'due'> & Partial<NewWorkItem>,
): NewWorkItem => ({ queue: item.id, target: null, data: {}, ...item });

/** The state that a change is decided on. */
export type Current = {
  /** The aggregate; undefined when the store holds no such aggregate. Treat documents as frozen: they are shared. */
  readonly document: Document | undefined;
  /** The client's own aggregate, in the same state that the change is committed against. */
  readonly clientDocument: Document | undefined;
  /** The item that the options name, by id or by claim, as it is now. */
  readonly item: WorkItem | undefined;
};

/** The decision of a change; a field that is left out stays as it is. */
export type Write<T> = {
  /** The new document; null removes the aggregate with its work. */
  readonly document?: Document | null;
  /** The aggregate's position in lists: plain ASCII, compared as text. Needed with the first document, else kept. */
  readonly sortKey?: string;
  /** Items of this owner to add or replace by id; 'none' removes all of the owner's items. */
  readonly work?: readonly NewWorkItem[] | 'none';
  readonly removeWork?: readonly string[];
  readonly result: T;
};

export type WriteOptions = {
  /** The id of an item of this owner to read into `Current.item`. */
  readonly item?: string;
  /** Commits only while this claim holds, else throws `ClaimLostError`. Reads the claimed item, and ends the claim. */
  readonly claim?: Claim;
  /** The token that `exclusively` gave: commits only while that lease lasts, else throws `StoreUnavailableError`. */
  readonly leaseToken?: string;
};

/** Aggregates whose sort key is in `[from, to)`; a bound that is left out is open. */
export type SortKeyRange = { readonly from?: string; readonly to?: string };
export type ListQuery = SortKeyRange & { readonly offset: number; readonly limit: number };
export type Listed = { readonly id: string; readonly sortKey: string; readonly document: Document };

/** An item that this process alone may do, until the lease runs out (real time, epoch milliseconds). */
export type Claim = { readonly item: WorkItem; readonly token: string; readonly until: number };

export type ClaimQuery = {
  /** The client's time: items that are due then or earlier. */
  readonly now: number;
  readonly limit: number;
  readonly leaseMs: number;
  /** Targets to leave out. */
  readonly except?: readonly string[];
  /** The token that `exclusively` gave; while that runs, only a caller with its token can claim. */
  readonly leaseToken?: string;
};

export type WorkQuery = {
  readonly kind?: string;
  readonly owner?: string;
  readonly target?: string;
  /** Only items with a lower sequence. */
  readonly before?: number;
  /** The most items: those with the highest sequences. */
  readonly limit?: number;
};

export interface Work {
  /** Claims due items for this caller alone: the first of each queue of which no item is claimed; earliest due first. */
  claim(query: ClaimQuery): Promise<Claim[]>;
  /** Makes claims last for `leaseMs` from now; lost claims stay lost. */
  renew(claims: readonly Claim[], leaseMs: number): Promise<void>;
  /** Gives claims back, so that others can claim the items. */
  release(claims: readonly Claim[]): Promise<void>;
  /** When the next item falls due that could be claimed, of targets that are not left out. */
  nextDue(except?: readonly string[]): Promise<number | null>;
  /** How many claims hold now, over all processes. */
  claimed(): Promise<number>;
  pending(): Promise<number>;
  get(id: string): Promise<WorkItem | undefined>;
  /** Oldest first; finished items too. */
  list(query: WorkQuery): Promise<WorkItem[]>;
  /** A function that returns the items put since it was last called, by any process; each as it is now. */
  follow(): Promise<() => Promise<WorkItem[]>>;
  /** Calls back when this or another process may have put work; call the result to stop. */
  watch(listener: () => void): () => void;
}

export type LeaseOptions = {
  /** What the lease is for, as messages call it: `a move of the clock`. */
  readonly purpose?: string;
  /** Aborted when the caller leaves, which ends the waiting. */
  readonly signal?: AbortSignal;
  /** How long to wait for the lease; default a minute. */
  readonly waitMs?: number;
};

/** Who has a client to itself, and since when (real time, epoch milliseconds). */
export type LeaseHolder = { readonly purpose: string; readonly since: number; readonly process?: string };

export type ReplaceOptions = Pick<WriteOptions, 'leaseToken'> & { readonly clearRequests?: boolean };

export type Contents = {
  readonly aggregates: readonly Listed[];
  readonly work: readonly WorkItem[];
  readonly files: readonly { readonly id: string; readonly bytes: Uint8Array }[];
};

/** Uploaded bytes by id; a file is written as a whole, and is durable when the promise resolves. */
export interface Files {
  put(id: string, bytes: Uint8Array): Promise<void>;
  get(id: string): Promise<Uint8Array | undefined>;
  /** Ignores unknown ids. */
  remove(ids: readonly string[]): Promise<void>;
  list(): Promise<string[]>;
}

/** A logged request. Its document is made only when it is listed, since most are never looked at. */
export interface RequestEntry {
  /** Its approximate size; the log is limited by bytes as well as by count. */
  readonly bytes: number;
  document(): Document;
}

/** How many requests of a client a store keeps. */
export const KEPT_REQUESTS = 1000;
/** How many bytes of them: bodies can be a megabyte each, and a thousand of those are more than a log is worth. */
export const KEPT_REQUEST_BYTES = 16 << 20;

/** The latest requests of a client, newest first; those of another process may be a moment late. */
export interface RequestLog {
  add(entry: RequestEntry): void;
  list(limit: number): Promise<Document[]>;
  /** A function that returns the requests since it was last called, oldest first: the latest, if there are more. */
  follow(limit: number): Promise<() => Promise<Document[]>>;
  clear(): Promise<void>;
}

export interface ClientStore {
  /** The newest durable state of an aggregate. */
  read(id: string): Promise<Document | undefined>;

  /**
   * Changes one aggregate and its work atomically. Changes of one id happen one after the other, and each promise
   * resolves once its change is durable. `decide` is synchronous and pure, since it may run more than once; when it
   * throws, the promise rejects and nothing is written.
   */
  change<T>(id: string, decide: (current: Current) => Write<T>, options?: WriteOptions): Promise<T>;

  find(prefix: string): Promise<string[]>;
  /** Sorted by sort key, then by id. */
  list(query: ListQuery): Promise<Listed[]>;
  /** How many aggregates are in each range, all at the same moment. */
  count(ranges: readonly SortKeyRange[]): Promise<number[]>;

  /**
   * Runs `task` with a lease on the client that one process has at a time: moves of the clock, resets and snapshots
   * exclude each other. Requests go on meanwhile; only a caller with the lease's token can claim work. A process that
   * stalls for too long loses the lease, and what it still tries to commit with its token is refused. Waits while others
   * have the lease, and throws `ClientBusyError` after a while.
   */
  exclusively<T>(task: (leaseToken: string) => Promise<T>, options?: LeaseOptions): Promise<T>;

  /** Which task of this process has the lease, or waits for other processes to give it up. */
  readonly leaseHolder: LeaseHolder | undefined;

  contents(): Promise<Contents>;
  /** Replaces everything atomically; the request log stays unless it is to be cleared too. */
  replace(contents: Contents, options?: ReplaceOptions): Promise<void>;

  readonly work: Work;
  readonly files: Files;
  readonly requests: RequestLog;
}

/** Stored with the data, and the same for every process that shares it. */
export type StoreMetadata = {
  readonly seed: string;
  /** The day on which its worlds begin, as ISO text. */
  readonly born: string;
  /** Signs tokens and upload addresses; Base64. */
  readonly secret: string;
};

/** The problems of a store, as sentences. It is away when nothing can be written to it. */
export type StoreHealth = {
  readonly problems: readonly string[];
  readonly isAway?: boolean;
  /** How many statements of this process took longer than they should, where the store is a database. */
  readonly slowStatements?: number;
};

/** Where all state lives. Code above this port must not depend on the adapter, or on being the only process. */
export interface Store {
  /** The metadata of the store: `proposed` if it has none yet. Refuses another seed. */
  initialise(proposed: StoreMetadata): Promise<StoreMetadata>;
  clientStore(client: string): ClientStore;
  /** Lets go of what this process keeps of a client that was removed with all that it had. */
  forget(client: string): void;
  health(): Promise<StoreHealth>;
  /** Resolves once all changes are durable. The store takes no calls afterwards. */
  close(): Promise<void>;
}

/** The claim ran out, so another process may have claimed the item, or the item is gone. Nothing was changed. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/** The disk or the database does not answer; the caller can try again later. Requests get 503. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** Another task holds the lease on the client for too long; the caller can try again later. Requests get 503. */
export class ClientBusyError extends Error {
  override readonly name = 'ClientBusyError';

  constructor(holder: LeaseHolder | undefined, reason = '') {
    const where = holder?.process === undefined ? '' : ` in the process ${holder.process}`;
    const who = holder
      ? `${holder.purpose}${where} has had it to itself since ${new Date(holder.since).toISOString()}`
      : 'others have it to themselves';
    super(`The client is busy: ${who}${reason && `, and ${reason}`}. Try again later`);
  }
}

/** The error of a task of `exclusively` that outlived its lease. */
export const leaseLost = (): StoreUnavailableError =>
  new StoreUnavailableError('This took too long, and its lease on the client ran out; try again');

/** The client was removed, maybe by another process. Requests get 401. */
export class ClientRemovedError extends Error {
  override readonly name = 'ClientRemovedError';
}

/** A stored document cannot be read. The other documents are not affected. */
export class DamagedDocumentError extends Error {
  override readonly name = 'DamagedDocumentError';
}

/** The folder or database was made with another seed or by another version. */
export class StoreMismatchError extends Error {
  override readonly name = 'StoreMismatchError';
}
