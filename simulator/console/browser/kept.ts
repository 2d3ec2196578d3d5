import { useCallback, useEffect, useState } from 'preact/hooks';

/** Something that this browser keeps for its user: a snapshot of a client, or the report of a run. */
export type Kept<T> = { id: string; kind: string; name: string; at: string; data: T };

const requested = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function shelf(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const opening = indexedDB.open('payrig-console', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('kept', { keyPath: 'id' });
  return (await requested(opening)).transaction('kept', mode).objectStore('kept');
}

export async function keep<T>(kept: Kept<T>): Promise<void> {
  await requested((await shelf('readwrite')).put(kept));
}

export function useKept<T>(kind: string) {
  const [all, setAll] = useState<readonly Kept<T>[]>([]);
  const reload = useCallback(async () => {
    const found: Kept<T>[] = await requested((await shelf('readonly')).getAll());
    setAll(found.filter((one) => one.kind === kind).sort((a, b) => (a.at < b.at ? 1 : -1)));
  }, [kind]);
  useEffect(() => void reload().catch(() => {}), [reload]);
  const remove = async (id: string) => {
    await requested((await shelf('readwrite')).delete(id));
    await reload();
  };
  return { all, reload, remove };
}
