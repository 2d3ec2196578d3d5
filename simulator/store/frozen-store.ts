import type { ClientStore, Current, Document, Listed, Store, WorkItem, Write } from './port.ts';

/** The same store, whose documents and work nobody can change in place: who tries gets a TypeError. */
export function frozenStore(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) =>
      name === 'clientStore'
        ? (client: string) => frozenSpace(target.clientStore(client))
        : boundTo(target, name),
  });
}

function frozenSpace(clientStore: ClientStore): ClientStore {
  const own: Partial<ClientStore> = {
    read: async (id) => frozen(await clientStore.read(id)),
    list: async (query) => frozen(await clientStore.list(query)),
    change: (id, change, options) =>
      clientStore.change(id, (found: Current) => frozenChange(change(frozen(found))), options),
  };
  return new Proxy(clientStore, {
    get: (target, name) => own[name as keyof ClientStore] ?? boundTo(target, name),
  });
}

function frozenChange<T>(change: Write<T>): Write<T> {
  frozen(change.document);
  frozen(change.work);
  return change;
}

function boundTo<T extends object>(target: T, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === 'function' ? value.bind(target) : value;
}

type Freezable = Document | Current | readonly Listed[] | readonly unknown[] | WorkItem | 'none' | null;

function frozen<T extends Freezable | undefined>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part as Freezable);
  return Object.freeze(value);
}
