import type { ClientStore, Store } from './port.ts';

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
    change(id, decide, options) {
      const decideFrozen: typeof decide = (current) => {
        const write = decide(frozen(current));
        frozen([write.document, write.work]);
        return write;
      };
      return clientStore.change(id, decideFrozen, options);
    },
  };
  return new Proxy(clientStore, {
    get: (target, name) => own[name as keyof ClientStore] ?? Reflect.get(target, name),
  });
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}
