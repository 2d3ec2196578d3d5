import type { ClientStore, Current, Document, Listed, Store, WorkItem, Write } from './port.ts';

/** The same store with frozen documents and work: changing them in place throws a TypeError. */
export const frozenStore = (store: Store): Store =>
  new Proxy(store, {
    get: (target, name) =>
      name === 'clientStore'
        ? (client: string) => frozenClientStore(target.clientStore(client))
        : Reflect.get(target, name),
  });

function frozenClientStore(clientStore: ClientStore): ClientStore {
  const own: Partial<ClientStore> = {
    read: async (id) => frozen(await clientStore.read(id)),
    list: async (query) => frozen(await clientStore.list(query)),
    change: (id, decide, options) =>
      clientStore.change(id, (current: Current) => frozenWrite(decide(frozen(current))), options),
  };
  return new Proxy(clientStore, {
    get: (target, name) => own[name as keyof ClientStore] ?? Reflect.get(target, name),
  });
}

function frozenWrite<T>(write: Write<T>): Write<T> {
  frozen(write.document);
  frozen(write.work);
  return write;
}

type Freezable = Document | Current | readonly Listed[] | readonly unknown[] | WorkItem | 'none' | null;

function frozen<T extends Freezable | undefined>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part as Freezable);
  return Object.freeze(value);
}
