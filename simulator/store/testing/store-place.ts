import type { ClientStore, Document, NewWorkItem, RequestEntry, Store, Write } from '../port.ts';

/** Somewhere that a store can be opened, empty at first. */
export type StorePlace = {
  open(): Promise<Store>;
  /** Whether what was written is there after the store was closed and opened again. */
  readonly durable: boolean;
  /** Whether several stores can be open at the same time. */
  readonly shared: boolean;
  remove(): Promise<void>;
};

export const FACTS = { seed: 'seven', born: '2026-01-05T09:00:00.000Z', secret: 'c2VjcmV0' };

/** A lease that no test outlives. */
export const LONG = 600_000;

export function newItem(id: string, more: Partial<NewWorkItem> = {}): NewWorkItem {
  return { id, kind: 'delivery', owner: 'ann', queue: 'ann', target: null, due: 10, data: {}, ...more };
}

/** A request of a given size, for the log. */
export const logged = (document: Document, bytes = 0): RequestEntry => ({ bytes, document: () => document });

/** A change that writes a document with some work. */
export function write(document: Document, more: Partial<Write<undefined>> = {}): () => Write<undefined> {
  return () => ({ document, sortKey: 'a', result: undefined, ...more });
}

/** Puts work of one owner, in the order given. */
export async function putWork(clientStore: ClientStore, items: readonly NewWorkItem[]): Promise<void> {
  for (const owner of new Set(items.map((item) => item.owner))) {
    await clientStore.change(owner, ({ document = {} }) => ({
      document,
      sortKey: owner,
      work: items.filter((item) => item.owner === owner),
      result: undefined,
    }));
  }
}

/** The ids of what can be claimed now. */
export async function claimable(
  clientStore: ClientStore,
  now: number,
  except: readonly string[] = [],
): Promise<string[]> {
  const claims = await clientStore.work.claim({ now, limit: 1000, leaseMs: LONG, except });
  await clientStore.work.release(claims);
  return claims.map(({ item }) => item.id);
}
