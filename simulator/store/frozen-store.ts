import type { Change, Document, Partition, Store } from './store.ts';

/**
 * A store whose documents cannot be changed in place, which they must not: others share them, and what a store writes down
 * may be no more than the difference between two of them. Whoever tries gets an error instead of a lost change.
 */
export function frozenStore(store: Store): Store {
  return {
    partition: (name) => frozenPartition(store.partition(name)),
    damage: () => store.damage(),
    close: () => store.close(),
  };
}

function frozenPartition(partition: Partition): Partition {
  return {
    read: async (id) => frozen(await partition.read(id)),
    update<T>(id: string, change: (current: Document | undefined) => Change<T>) {
      return partition.update<T>(id, (current) => {
        const decided = change(frozen(current));
        if (decided.kind === 'write') frozen(decided.document);
        return decided;
      });
    },
    find: (prefix) => partition.find(prefix),
    list: (query) => partition.list(query),
    select: async (query) => (await partition.select(query)).map((document) => frozen(document)),
    count: (ranges) => partition.count(ranges),
    due: () => partition.due(),
    clear: () => partition.clear(),
    files: partition.files,
  };
}

function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const one of Object.values(value)) frozen(one);
  return value;
}
