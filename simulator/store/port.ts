/** Anything that JSON can say. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** A plain JSON object. */
export type Document = { [key: string]: Json };

/** The id of the aggregate that belongs to the client itself: its configuration, subscriptions and clock. */
export const CLIENT_DOCUMENT = 'client';

/**
 * Something that is to be done at a time of the client's clock: a delivery, a recurring check, an extraction, an expiry.
 *
 * Items of one lane of an owner are done one after the other, in the order in which they were first put.
 */
export type WorkItem = {
  readonly id: string;
  readonly kind: string;
  /** The aggregate that caused it; it goes when that goes. */
  readonly owner: string;
  /** One of its owner's; given when it is first put, and kept. */
  readonly lane: string;
  /** Whom it is sent to, if anybody: whoever claims work can leave out those who are busy. */
  readonly target: string | null;
  /** Its place among all items of the client; given by the store when it is first put, and kept. */
  readonly sequence: number;
  /** Epoch milliseconds of the client's clock; null when it is done with and only kept to be looked at. */
  readonly due: number | null;
  readonly data: Document;
};

export type NewWorkItem = Omit<WorkItem, 'sequence'>;

/** What a change finds. */
export type Current = {
  /** The aggregate, undefined when there is none. Treat documents as frozen: they are shared. */
  readonly document: Document | undefined;
  /** The client's own aggregate, in the same state that the change is committed against. */
  readonly root: Document | undefined;
  /** The item that was asked for by id or by claim, as it is now. */
  readonly item: WorkItem | undefined;
};

/** What a change decides; what is left out stays as it is. */
export type Write<T> = {
  /** The new document; null takes the aggregate away with its work. */
  readonly document?: Document | null;
  /** Where the aggregate stands in lists: plain ASCII, compared as text; needed with the first document, else kept. */
  readonly order?: string;
  /** Items of this owner to put (new, or in place of the one with that id); 'none' takes all of the owner's away. */
  readonly work?: readonly NewWorkItem[] | 'none';
  /** Items of this owner to take away. */
  readonly removeWork?: readonly string[];
  readonly result: T;
};

export type WriteOptions = {
  /** An item of this owner to be found. */
  readonly item?: string;
  /** The change is committed only while this claim holds; else `ClaimLostError`. The item is found, and the claim ends. */
  readonly claim?: Claim;
  /** Given by `exclusively`: the change is committed only while that turn lasts; else `StoreUnavailableError`. */
  readonly leaseToken?: string;
};

/** Aggregates whose order is in `[from, to)`; a bound left out is open. */
export type OrderRange = { readonly from?: string; readonly to?: string };
export type ListQuery = OrderRange & { readonly offset: number; readonly limit: number };
export type Listed = { readonly id: string; readonly order: string; readonly document: Document };

/** An item that is this process's to do, until the lease runs out (real time, epoch milliseconds). */
export type Claim = { readonly item: WorkItem; readonly token: string; readonly until: number };

export type ClaimQuery = {
  /** The client's time: what is due then, or was before. */
  readonly now: number;
  readonly limit: number;
  readonly leaseMs: number;
  /** Targets that are to be left out. */
  readonly except?: readonly string[];
  /** Given by `exclusively`; without it nothing can be claimed while somebody has the client to itself. */
  readonly leaseToken?: string;
};

export type WorkQuery = { readonly kind?: string; readonly owner?: string; readonly target?: string };

/** The work of one client. */
export interface Work {
  /** Heads of lanes that are due and claimed by nobody, each given to this caller alone; earliest due first. */
  claim(query: ClaimQuery): Promise<Claim[]>;
  /** Lets claims last for so long from now on; those that were lost stay lost. */
  renew(claims: readonly Claim[], leaseMs: number): Promise<void>;
  /** Gives claims back undone. */
  release(claims: readonly Claim[]): Promise<void>;
  /** When the earliest unclaimed head of a lane falls due. */
  nextDue(): Promise<number | null>;
  /** How many claims hold now, whoever has them. */
  claimed(): Promise<number>;
  get(id: string): Promise<WorkItem | undefined>;
  /** Oldest first; done ones too. */
  list(query: WorkQuery): Promise<WorkItem[]>;
  /** Calls back when there may be new work, put here or by another process; the result ends it. */
  watch(listener: () => void): () => void;
}

/** Everything that a client has, to be put in the place of what it has now. */
export type Contents = {
  readonly aggregates: readonly Listed[];
  readonly work: readonly WorkItem[];
  readonly files: readonly { readonly id: string; readonly bytes: Uint8Array }[];
};

/** Uploaded bytes by id; a file is put as a whole, and durable when the promise resolves. */
export interface Files {
  put(id: string, bytes: Uint8Array): Promise<void>;
  get(id: string): Promise<Uint8Array | undefined>;
  /** Unknown ids are passed over. */
  remove(ids: readonly string[]): Promise<void>;
  list(): Promise<string[]>;
}

/** A request to be shown: its document is made when it is wanted, for most are never looked at. */
export interface RequestEntry {
  /** About how much it takes, so that a few large ones do not fill the memory. */
  readonly bytes: number;
  document(): Document;
}

/** The latest requests of a client, newest first; those of another process may be a moment late. */
export interface RequestLog {
  add(entry: RequestEntry): void;
  list(limit: number): Promise<Document[]>;
  clear(): Promise<void>;
}

/** All that belongs to one client. */
export interface ClientStore {
  /** The newest durable state of an aggregate. */
  read(id: string): Promise<Document | undefined>;

  /**
   * Changes one aggregate and its work, all of it or nothing. Changes of one id happen one after the other, and each
   * promise resolves once its change is durable. `change` is synchronous and pure, since it may run more than once;
   * what it throws rejects the promise, and nothing is written.
   */
  change<T>(id: string, change: (found: Current) => Write<T>, options?: WriteOptions): Promise<T>;

  /** The ids that begin with a prefix. */
  find(prefix: string): Promise<string[]>;
  /** By order, then by id. */
  list(query: ListQuery): Promise<Listed[]>;
  /** How many aggregates are in each range, all at the same moment. */
  count(ranges: readonly OrderRange[]): Promise<number[]>;

  /**
   * Has the client to itself among all processes, for as long as `task` takes: moves of the clock, resets and snapshots
   * exclude each other. Requests go on meanwhile; work is claimed by nobody without this turn's token. Whoever stalls for
   * too long loses the turn to the next, and what it still wants to commit with its token is refused.
   */
  exclusively<T>(task: (leaseToken: string) => Promise<T>): Promise<T>;

  /** Everything at one moment. */
  contents(): Promise<Contents>;
  /** Puts other contents in place of everything at once, and forgets the requests: after a crash it is either the old or the new. */
  replace(contents: Contents, options?: Pick<WriteOptions, 'leaseToken'>): Promise<void>;

  readonly work: Work;
  readonly files: Files;
  readonly requests: RequestLog;
}

/** What a store was made for; kept with the data, and the same for every process that shares it. */
export type StoreMetadata = {
  readonly seed: string;
  /** When its worlds were born, as ISO text. */
  readonly born: string;
  /** Signs tokens and upload addresses; Base64. */
  readonly secret: string;
};

/** What is wrong with a store, in sentences; nothing when all is well. */
export type StoreHealth = { readonly problems: readonly string[] };

/** Where all state lives. Nothing above this port may depend on how or where it is kept, or on being the only process. */
export interface Store {
  /** What was agreed on when the store was made: `proposed` by whoever comes first. Refuses another seed. */
  initialise(proposed: StoreMetadata): Promise<StoreMetadata>;
  clientStore(client: string): ClientStore;
  health(): Promise<StoreHealth>;
  /** Resolves once everything applied is durable; the store takes no more calls from then on. */
  close(): Promise<void>;
}

/** The claim ran out and somebody else may have taken the item, or the item is gone: nothing was changed. */
export class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/** The disk or the database does not answer; the caller can try again later. Requests get 503. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** For whoever had the client to itself and was too slow. */
export const leaseLost = (): StoreUnavailableError =>
  new StoreUnavailableError('This took too long, and another process has the turn; try again');

/** A document whose stored form cannot be understood; it costs its owner alone. */
export class DamagedDocumentError extends Error {
  override readonly name = 'DamagedDocumentError';
}

/** A folder or database that was made with another seed or by another version. */
export class StoreMismatchError extends Error {
  override readonly name = 'StoreMismatchError';
}
