import type { ClientStore, Store } from '../../../../simulator/store/port.ts';

/** A store that takes a moment for everything, never the same, so that requests meet in every order. */
export function slowStore(store: Store, randomMs: () => number): Store {
  const slow = (clientStore: ClientStore): ClientStore =>
    new Proxy(clientStore, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'read' && name !== 'change' && name !== 'find') return value.bind(target);
        return async (...given: unknown[]): Promise<unknown> => {
          await new Promise((resolve) => setTimeout(resolve, randomMs()));
          return value.apply(target, given);
        };
      },
    });
  return { ...store, clientStore: (client) => slow(store.clientStore(client)) };
}
