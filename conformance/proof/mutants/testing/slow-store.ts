import type { Space, Store } from '../../../../simulator/store/port.ts';

/** A store that takes a moment for everything, never the same, so that requests meet in every order. */
export function slowStore(store: Store, randomMs: () => number): Store {
  const slow = (space: Space): Space =>
    new Proxy(space, {
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
  return {
    agree: (proposed) => store.agree(proposed),
    space: (client) => slow(store.space(client)),
    health: () => store.health(),
    close: () => store.close(),
  };
}
