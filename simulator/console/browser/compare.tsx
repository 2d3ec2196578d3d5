import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { type Options, QuerySelect } from './forms.tsx';
import { Badge, Section } from './parts.tsx';
import { RecordTable } from './record-table.tsx';
import words from './words.json' with { type: 'json' };

/** What can be compared: for each thing, by a name of it, what it is like. */
export type Comparable = ReadonlyMap<string, string>;

type Props = {
  what: string;
  query: URLSearchParams;
  options: Options<string>;
  before: Comparable | undefined;
  after: Comparable | undefined;
  /** How a value is shown in the table; without it the table names what changed and no values. */
  shown?: (value: string | undefined) => ComponentChildren;
  note: string;
};

const kindOf = (before: string | undefined, after: string | undefined): string =>
  before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';

/** Two of a list side by side: only what differs. The page's address says which two. */
export function CompareSection({ what, query, options, before, after, shown, note }: Props) {
  const names = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])];
  const rows = names
    .map((name) => ({ name, before: before?.get(name), after: after?.get(name) }))
    .filter((one) => one.before !== one.after);
  const sideOf = (side: 'before' | 'after') => (one: (typeof rows)[number]) => shown?.(one[side]);
  return (
    <Section id="compare" title={`Compare ${what}`} note={note}>
      <div class="row">
        <QuerySelect query={query} name="a" label="Before" options={options} />
        <QuerySelect query={query} name="b" label="After" options={options} />
      </div>
      {before && after && (
        <div role="status">
          <RecordTable
            {...words.tables.differences}
            records={rows}
            columns={[
              ['What', ({ name }) => name, 'heading'],
              ['', (one) => <Badge kind="own">{kindOf(one.before, one.after)}</Badge>],
              ...(shown ? [['Before', sideOf('before')] as const, ['After', sideOf('after')] as const] : []),
            ]}
          />
        </div>
      )}
    </Section>
  );
}

/** Something that this browser keeps for its user: a snapshot of a client, or the report of a run. */
export type Kept<T> = { id: string; kind: string; name: string; at: string; data: T };

const requested = <T,>(request: IDBRequest<T>): Promise<T> =>
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
