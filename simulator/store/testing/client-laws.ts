import { expect, it } from 'vitest';
import { ClaimLostError, ROOT, type Space, StoreUnavailableError } from '../port.ts';
import { claimable, LONG, logged, newItem, putWork, write } from './store-place.ts';

/** What every store promises about a client as a whole: turns, contents, files and requests. */
export function clientLaws(space: () => Space, other: () => Space): void {
  it('gives the client to one after the other, also after a failure', async () => {
    const order: string[] = [];
    const turns = ['a', 'b', 'c'].map((name) =>
      space().exclusively(async () => {
        order.push(`${name} begins`);
        await space().read('ann');
        order.push(`${name} ends`);
        if (name === 'b') throw new Error('b fails');
        return name;
      }),
    );
    expect((await Promise.allSettled(turns)).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(order.map((line) => line.split(' ')[1])).toEqual([
      'begins',
      'ends',
      'begins',
      'ends',
      'begins',
      'ends',
    ]);
    expect(new Set(order.map((line) => line.split(' ')[0])).size).toBe(3);
  });

  it('lets nobody claim without the turn while somebody has it, and everybody afterwards', async () => {
    await putWork(space(), [newItem('1')]);
    await space().exclusively(async (turn) => {
      expect(await claimable(space(), 100)).toEqual([]);
      await space().change('bob', write({ n: 1 }));
      const [held] = await space().work.claim({ now: 100, limit: 1, leaseMs: LONG, turn });
      await space().change('ann', () => ({ work: [newItem('1', { due: 50 })], result: undefined }), {
        claim: held,
      });
    });
    expect(await claimable(space(), 100)).toEqual(['1']);
    const [late] = await space().work.claim({ now: 100, limit: 1, leaseMs: LONG, turn: 'long over' });
    expect(late?.item.id).toBe('1');
  });

  it('commits nothing for a turn that is over, or in which somebody else is', async () => {
    const over = await space().exclusively(async (turn) => {
      await space().change('ann', write({ n: 1 }), { turn });
      return turn;
    });
    const late = [
      () => space().change('ann', write({ n: 2 }), { turn: over }),
      () => space().replace({ aggregates: [], work: [], files: [] }, { turn: over }),
    ];
    for (const commit of late) {
      await expect(commit()).rejects.toThrow(StoreUnavailableError);
      await space().exclusively(() => expect(commit()).rejects.toThrow(StoreUnavailableError));
    }
    expect(await space().read('ann')).toEqual({ n: 1 });
  });

  it('puts back everything that it had, and nothing else', async () => {
    await space().change(ROOT, write({ clock: 1 }));
    await putWork(space(), [
      newItem('1'),
      newItem('2', { due: null }),
      newItem('b', { owner: 'bob', lane: 'bob' }),
    ]);
    await space().files.put('file', Buffer.from('bytes'));
    const [held] = await space().work.claim({ now: 100, limit: 1, leaseMs: LONG });
    const before = await space().contents();
    expect(before.aggregates.map(({ id, order }) => [id, order])).toEqual([
      [ROOT, 'a'],
      ['ann', 'ann'],
      ['bob', 'bob'],
    ]);
    expect(before.work.map(({ id }) => id)).toEqual(['1', '2', 'b']);
    expect(before.files.map(({ id, bytes }) => [id, Buffer.from(bytes).toString()])).toEqual([
      ['file', 'bytes'],
    ]);

    await space().change('ann', () => ({ document: null, result: undefined }));
    await space().change('cy', write({ n: 1 }, { work: [newItem('c', { owner: 'cy', lane: 'cy' })] }));
    await space().files.put('file', Buffer.from('others'));
    await space().files.put('more', Buffer.from('more'));
    await space().replace(before);
    expect(JSON.parse(JSON.stringify(await space().contents()))).toEqual(JSON.parse(JSON.stringify(before)));
    expect(await space().read('cy')).toBeUndefined();
    expect(await space().work.claimed()).toBe(0);
    await expect(space().change('ann', write({}), { claim: held })).rejects.toThrow(ClaimLostError);
    expect(await claimable(space(), 100)).toEqual(['1', 'b']);
    await putWork(space(), [newItem('3')]);
    expect((await space().work.list({})).map(({ id }) => id)).toEqual(['1', '2', 'b', '3']);

    await space().replace({ aggregates: [], work: [], files: [] });
    expect(await space().contents()).toEqual({ aggregates: [], work: [], files: [] });
    await space().change('ann', write({ again: true }));
    expect(await space().read('ann')).toEqual({ again: true });
  });

  it('keeps clients apart', async () => {
    await putWork(space(), [newItem('1')]);
    await space().files.put('file', Buffer.from('mine'));
    space().requests.add(logged({ n: 1 }));
    expect(await other().contents()).toEqual({ aggregates: [], work: [], files: [] });
    expect(await other().requests.list(10)).toEqual([]);
    expect(await claimable(other(), 100)).toEqual([]);
    await putWork(other(), [newItem('1', { data: { theirs: true } })]);
    await other().exclusively(async () => expect(await claimable(space(), 100)).toEqual(['1']));
    await other().replace({ aggregates: [], work: [], files: [] });
    expect(await space().work.get('1')).toMatchObject({ data: {} });
    expect(Buffer.from((await space().files.get('file'))!).toString()).toBe('mine');
  });

  it('keeps files byte by byte', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256);
    await space().files.put('f/../1', bytes);
    await space().files.put('empty', new Uint8Array());
    expect(Buffer.compare((await space().files.get('f/../1'))!, bytes)).toBe(0);
    expect(await space().files.get('empty')).toHaveLength(0);
    expect((await space().files.list()).sort()).toEqual(['empty', 'f/../1']);
    await space().files.put('empty', Buffer.from('not now'));
    await space().files.remove(['f/../1', 'unknown', '']);
    expect(await space().files.list()).toEqual(['empty']);
    expect(await space().files.get('f/../1')).toBeUndefined();
  });

  it('lists the latest requests, newest first, and forgets them when told to or replaced', async () => {
    for (let n = 1; n <= 2500; n += 1) space().requests.add(logged({ n }));
    await expect.poll(() => space().requests.list(3)).toEqual([{ n: 2500 }, { n: 2499 }, { n: 2498 }]);
    expect((await space().requests.list(5000)).length).toBe(1000);
    await space().requests.clear();
    expect(await space().requests.list(5)).toEqual([]);
    space().requests.add(logged({ n: 1 }));
    await space().replace({ aggregates: [], work: [], files: [] });
    expect(await space().requests.list(5)).toEqual([]);
    for (let n = 1; n <= 20; n += 1) {
      space().requests.add(logged({ n }, 2_000_000));
      await space().requests.list(1);
    }
    expect((await space().requests.list(50)).length).toBeLessThan(12);
  });
}
