import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Document, Partition, Store } from '../store.ts';
import type { StorePlace } from './store-suite.ts';

type Kept = { document: Document; order: string; due: boolean };
type Model = { documents: Map<string, Kept>; files: Map<string, string> };

const key = fc.constantFrom('a', 'ab', 'abc', 'b', 'B');
const partitionName = fc.constantFrom('one', 'two');

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('write'),
      partition: partitionName,
      id: key,
      order: fc.constantFrom('', '1', '2', 'Z'),
      due: fc.boolean(),
      value: fc.oneof(fc.nat(9), fc.string({ maxLength: 200 })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove'), partition: partitionName, id: key }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('put'), partition: partitionName, id: key, value: fc.string() }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop'), partition: partitionName, id: key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear'), partition: partitionName }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('compare') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reopen') }) },
);

type Step = {
  kind: string;
  partition?: string;
  id?: string;
  order?: string;
  due?: boolean;
  value?: string | number;
};

/** Any sequence of calls, some of them at the same time, leaves a store as it leaves a pair of maps. */
export function describeStoreModel(make: () => Promise<StorePlace>): void {
  it('behaves as a map does, through any sequence of calls and openings', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const place = await make();
        try {
          await play(steps, place);
        } finally {
          await place.remove();
        }
      }),
      { numRuns: 40 },
    );
  });
}

async function play(steps: Step[], place: StorePlace): Promise<void> {
  let store = await place.open();
  const models = new Map<string, Model>(
    ['one', 'two'].map((name) => [name, { documents: new Map(), files: new Map() }]),
  );
  const underWay = new Map<string, Promise<void>>();
  for (const next of steps) {
    // Changes of different documents run at the same time; everything else waits for them.
    if (next.kind === 'write' || next.kind === 'remove') {
      const document = `${next.partition}/${next.id}`;
      await underWay.get(document);
      underWay.set(
        document,
        changeBoth(next, store.partition(next.partition!), models.get(next.partition!)!),
      );
      continue;
    }
    await Promise.all(underWay.values());
    underWay.clear();
    if (next.kind === 'compare') await compare(store, models);
    else if (next.kind === 'reopen' && place.isDurable) {
      await store.close();
      store = await place.open();
    } else if (next.partition !== undefined) {
      await otherwise(next, store.partition(next.partition), models.get(next.partition)!);
    }
  }
  await Promise.all(underWay.values());
  await compare(store, models);
  await store.close();
}

async function changeBoth(
  { kind, id, order, due, value }: Step,
  partition: Partition,
  model: Model,
): Promise<void> {
  if (kind === 'remove') {
    model.documents.delete(id!);
    return partition.update(id!, () => ({ kind: 'remove', result: undefined }));
  }
  const next = (current: Document | undefined): Document => {
    const count = Number(current?.count ?? 0) + 1;
    // Much of it stays as it was, so that a store may tell of the change alone.
    const seen = { ...(current?.seen as Document | undefined), [`value-${count % 5}`]: value! };
    if (count % 7 === 0) delete seen['value-1'];
    return { value: value!, count, seen, rest: 'the same '.repeat(20) };
  };
  const kept = { document: next(model.documents.get(id!)?.document), order: order!, due: due! };
  model.documents.set(id!, kept);
  return partition.update(id!, (current) => ({
    kind: 'write',
    document: next(current),
    order: order!,
    due: due!,
    result: undefined,
  }));
}

async function otherwise({ kind, id, value }: Step, partition: Partition, model: Model): Promise<void> {
  if (kind === 'put') {
    model.files.set(id!, String(value));
    await partition.files.put(id!, Buffer.from(String(value)));
  } else if (kind === 'drop') {
    model.files.delete(id!);
    await partition.files.remove([id!]);
  } else if (kind === 'clear') {
    model.documents.clear();
    model.files.clear();
    await partition.clear();
  }
}

async function compare(store: Store, models: Map<string, Model>): Promise<void> {
  for (const [name, { documents, files }] of models) {
    const partition = store.partition(name);
    for (const id of ['a', 'ab', 'abc', 'b', 'B']) {
      expect(await partition.read(id)).toEqual(documents.get(id)?.document);
      const bytes = await partition.files.get(id);
      expect(bytes && Buffer.from(bytes).toString()).toEqual(files.get(id));
    }
    const ids = [...documents]
      .sort(([a, x], [b, y]) => (`${x.order}\0${a}` < `${y.order}\0${b}` ? -1 : 1))
      .map(([id]) => id);
    expect(await partition.list({ offset: 0, limit: 100 })).toEqual({ ids, total: ids.length });
    expect(await partition.select({ offset: 0, limit: 100 })).toEqual(
      ids.map((id) => documents.get(id)?.document),
    );
    expect(await partition.count([{}, {}])).toEqual([ids.length, ids.length]);
    expect((await partition.find('ab')).sort()).toEqual(ids.filter((id) => id.startsWith('ab')).sort());
    expect((await partition.files.list()).sort()).toEqual([...files.keys()].sort());
    const due = await partition.due();
    for (const [id, kept] of documents) if (kept.due) expect(due).toContain(id);
  }
  expect(store.damage()).toEqual([]);
}
