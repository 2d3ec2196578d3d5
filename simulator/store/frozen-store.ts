import type { Change, Document, Found, Listed, Space, Store, WorkItem } from './port.ts';

/** The same store, whose documents and work nobody can change in place: who tries gets a TypeError. */
export function frozenStore(store: Store): Store {
  return new Proxy(store, {
    get: (target, name) =>
      name === 'space' ? (client: string) => frozenSpace(target.space(client)) : boundTo(target, name),
  });
}

function frozenSpace(space: Space): Space {
  const own: Partial<Space> = {
    read: async (id) => frozen(await space.read(id)),
    list: async (query) => frozen(await space.list(query)),
    change: (id, change, options) =>
      space.change(id, (found: Found) => frozenChange(change(frozen(found))), options),
  };
  return new Proxy(space, {
    get: (target, name) => own[name as keyof Space] ?? boundTo(target, name),
  });
}

function frozenChange<T>(change: Change<T>): Change<T> {
  frozen(change.document);
  frozen(change.work);
  return change;
}

function boundTo<T extends object>(target: T, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name, target);
  return typeof value === 'function' ? value.bind(target) : value;
}

type Freezable = Document | Found | readonly Listed[] | readonly unknown[] | WorkItem | 'none' | null;

function frozen<T extends Freezable | undefined>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) frozen(part as Freezable);
  return Object.freeze(value);
}
