import { DocumentIndex } from './document-index.ts';
import { checkKey } from './keys.ts';
import type { Change, Document, Files, ListQuery, OrderRange, Partition, Store } from './store.ts';

/** A store that forgets everything when the process ends. */
export function memoryStore(): Store {
  const partitions = new Map<string, Partition>();
  let closed = false;
  return {
    partition(name) {
      if (closed) throw new Error('The store is closed');
      checkKey('partition', name);
      let partition = partitions.get(name);
      if (partition === undefined) {
        partition = memoryPartition();
        partitions.set(name, partition);
      }
      return partition;
    },
    damage: () => [],
    async close() {
      closed = true;
      partitions.clear();
    },
  };
}

function memoryPartition(): Partition {
  let index = new DocumentIndex();
  const documents = new Map<string, Document>();
  const bytes = new Map<string, Uint8Array>();
  return {
    read: async (id: string) => documents.get(id),
    async update<T>(id: string, change: (current: Document | undefined) => Change<T>) {
      checkKey('id', id);
      const decided = change(documents.get(id));
      if (decided.kind === 'write') {
        checkKey('order', decided.order);
        index.put(id, decided.order, decided.due);
        documents.set(id, decided.document);
      } else if (decided.kind === 'remove') {
        index.remove(id);
        documents.delete(id);
      }
      return decided.result;
    },
    find: async (prefix: string) => index.find(prefix),
    list: async (query: ListQuery) => index.list(query),
    select: async (query: ListQuery) => index.list(query).ids.map((id) => documents.get(id) as Document),
    count: async (ranges: readonly OrderRange[]) => ranges.map((range) => index.count(range)),
    due: async () => index.due(),
    async clear() {
      index = new DocumentIndex();
      documents.clear();
      bytes.clear();
    },
    files: memoryFiles(bytes),
  };
}

function memoryFiles(bytes: Map<string, Uint8Array>): Files {
  return {
    async put(id, content) {
      checkKey('id', id);
      bytes.set(id, content.slice());
    },
    get: async (id) => bytes.get(id)?.slice(),
    async remove(ids) {
      for (const id of ids) bytes.delete(id);
    },
    list: async () => [...bytes.keys()],
  };
}
