import { expect, it } from 'vitest';
import { CLIENT_DOCUMENT, type ClientStore } from '../port.ts';
import { write } from './store-place.ts';

/** What every store promises about aggregates, lists and counts. */
export function aggregateLaws(clientStore: () => ClientStore): void {
  it('reads what was written, and nothing of what was not', async () => {
    expect(await clientStore().read('ann')).toBeUndefined();
    await clientStore().change('ann', write({ n: 1, deep: [null, true, 'é\u0000\ud800', { z: 1, a: 2 }] }));
    expect(JSON.stringify(await clientStore().read('ann'))).toBe(
      JSON.stringify({ n: 1, deep: [null, true, 'é\u0000\ud800', { z: 1, a: 2 }] }),
    );
    await clientStore().change('ann', () => ({ document: null, result: undefined }));
    expect(await clientStore().read('ann')).toBeUndefined();
    expect(await clientStore().find('')).toEqual([]);
  });

  it('hands a change what there is, and the result back', async () => {
    await clientStore().change(CLIENT_DOCUMENT, write({ now: 5 }));
    const found = await clientStore().change('ann', (given) => ({
      document: { n: 1 },
      sortKey: 'a',
      result: given,
    }));
    expect(found).toEqual({ document: undefined, clientDocument: { now: 5 }, item: undefined });
    expect(await clientStore().change('ann', ({ document }) => ({ result: document }))).toEqual({ n: 1 });
    expect(
      await clientStore().change(CLIENT_DOCUMENT, ({ document, clientDocument }) => ({
        result: [document, clientDocument],
      })),
    ).toEqual([{ now: 5 }, { now: 5 }]);
  });

  it('writes nothing when a change throws', async () => {
    await clientStore().change('ann', write({ n: 1 }));
    const failing = clientStore().change('ann', () => {
      throw new Error('no such luck');
    });
    await expect(failing).rejects.toThrow('no such luck');
    expect(await clientStore().read('ann')).toEqual({ n: 1 });
  });

  it('loses none of many changes made together, of one aggregate or of the client document', async () => {
    for (const id of ['ann', CLIENT_DOCUMENT]) {
      const increments = Array.from({ length: 60 }, () =>
        clientStore().change(id, ({ document }) => {
          const n = Number(document?.n ?? 0) + 1;
          return { document: { n }, sortKey: id, result: n };
        }),
      );
      expect((await Promise.all(increments)).sort((a, b) => a - b)).toEqual(
        increments.map((_, at) => at + 1),
      );
    }
  });

  it('lets no change of the client document overtake a change that was decided by it', async () => {
    await clientStore().change(CLIENT_DOCUMENT, write({ open: true }));
    const changes = Array.from({ length: 20 }, (_, at) =>
      clientStore().change(`user-${at}`, ({ clientDocument }) => ({
        document: { open: clientDocument!.open! },
        sortKey: 'u',
        result: undefined,
      })),
    );
    const closing = clientStore()
      .change(CLIENT_DOCUMENT, write({ open: false }))
      .then(() => clientStore().list({ from: 'u', offset: 0, limit: 100 }));
    const seen = (await closing).filter(({ document }) => document.open === true);
    await Promise.all(changes);
    const after = await clientStore().list({ from: 'u', offset: 0, limit: 100 });
    expect(after.filter(({ document }) => document.open === true)).toEqual(seen);
  });

  it('lists by sort key, then by id, and counts each range', async () => {
    for (const [id, sortKey] of ['d2', 'a3', 'c2', 'b1', 'e'].map(
      (key) => [key[0]!, key.slice(1)] as const,
    )) {
      await clientStore().change(id, write({ id }, { sortKey }));
    }
    const list = async (query: { from?: string; to?: string; offset?: number; limit?: number }) => {
      const listed = await clientStore().list({ offset: 0, limit: 10, ...query });
      for (const { id, document } of listed) expect(document).toEqual({ id });
      const [all, some] = await clientStore().count([{}, query]);
      expect(all).toBe(5);
      return `${listed.map(({ id }) => id).join('')} of ${some}`;
    };
    expect(await list({})).toBe('ebcda of 5');
    expect(await list({ offset: 1, limit: 2 })).toBe('bc of 5');
    expect(await list({ offset: 9 })).toBe(' of 5');
    expect(await list({ from: '2' })).toBe('cda of 3');
    expect(await list({ from: '1', to: '3' })).toBe('bcd of 3');
    expect(await list({ from: '3', to: '1' })).toBe(' of 0');
    await clientStore().change('e', ({ document }) => ({
      document: document!,
      sortKey: '9',
      result: undefined,
    }));
    await clientStore().change('a', write({ id: 'a' }, { sortKey: undefined }));
    expect(await list({})).toBe('bcdae of 5');
  });

  it('compares sort keys as plain text: capitals, signs and digits by their code', async () => {
    const sortKeys = ['b', 'B', '_', '-', ' ', '10', '9', 'a-b', 'ab', 'a b', '~'];
    for (const [at, sortKey] of sortKeys.entries())
      await clientStore().change(`id-${at}`, write({}, { sortKey }));
    const listed = await clientStore().list({ offset: 0, limit: 99 });
    expect(listed.map(({ sortKey }) => sortKey)).toEqual([...sortKeys].sort());
  });

  it('finds ids by what they begin with', async () => {
    for (const id of ['ab-1', 'ab-2', 'ac-1', 'a', 'AB-1', 'a%b', 'a_b'])
      await clientStore().change(id, write({}));
    expect((await clientStore().find('ab')).sort()).toEqual(['ab-1', 'ab-2']);
    expect(await clientStore().find('a_')).toEqual(['a_b']);
    expect(await clientStore().find('a%')).toEqual(['a%b']);
    expect(await clientStore().find('b')).toEqual([]);
    expect(await clientStore().find('')).toHaveLength(7);
  });

  it('takes any short id as it is, and refuses what some store could not keep', async () => {
    const odd = [
      '.',
      '..',
      '../../up',
      'a/b',
      'A',
      'a',
      '.a.tmp',
      'a.json',
      '%41',
      'naïve ✓',
      'con',
      '~',
      "o'",
    ];
    for (const id of odd) await clientStore().change(id, write({ id }));
    for (const id of odd) expect(await clientStore().read(id)).toEqual({ id });
    expect((await clientStore().find('')).sort()).toEqual([...odd].sort());
    for (const id of ['', 'x'.repeat(300), '\ud800', 'nul\0']) {
      const named = JSON.stringify(id).slice(0, 60);
      const refusal = { name: 'RangeError', message: `A store cannot keep anything under the id ${named}` };
      await expect(clientStore().change(id, write({})), id).rejects.toMatchObject(refusal);
      await expect(clientStore().files.put(id, new Uint8Array()), id).rejects.toMatchObject(refusal);
      expect(await clientStore().read(id)).toBeUndefined();
      expect(await clientStore().files.get(id)).toBeUndefined();
      expect(await clientStore().work.get(id)).toBeUndefined();
      await clientStore().files.remove([id]);
      if (id !== '') expect(await clientStore().find(id)).toEqual([]);
    }
    const unsorted = clientStore().change('new', write({}, { sortKey: 'é' }));
    await expect(unsorted).rejects.toMatchObject({ name: 'RangeError', message: 'Not a sort key: "é"' });
    await expect(clientStore().change('new', write({}, { sortKey: undefined }))).rejects.toThrow(
      'needs a sort key',
    );
    expect(await clientStore().read('new')).toBeUndefined();
  });
}
