import { expect, it } from 'vitest';
import {
  CLIENT_DOCUMENT,
  ClaimLostError,
  ClientBusyError,
  type ClientStore,
  StoreUnavailableError,
} from '../port.ts';
import { claimable, LONG, logged, newItem, putWork, write } from './store-place.ts';

/** What every store promises about a client as a whole: leases, contents, files and requests. */
export function clientLaws(clientStore: () => ClientStore, other: () => ClientStore): void {
  it('gives the lease on the client to one task after the other, also after a failure', async () => {
    const order: string[] = [];
    const tasks = ['a', 'b', 'c'].map((name) =>
      clientStore().exclusively(async () => {
        order.push(`${name} begins`);
        await clientStore().read('ann');
        order.push(`${name} ends`);
        if (name === 'b') throw new Error('b fails');
        return name;
      }),
    );
    expect((await Promise.allSettled(tasks)).map(({ status }) => status)).toEqual([
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

  it('refuses a task that has waited for the lease for too long, and says who has it and since when', async () => {
    let refused: unknown;
    const before = Date.now();
    await clientStore().exclusively(
      async () => {
        expect(clientStore().leaseHolder).toMatchObject({ purpose: 'a long task' });
        const late = clientStore().exclusively(async () => 'never', { waitMs: 30 });
        refused = await late.catch((error: unknown) => error);
      },
      { purpose: 'a long task' },
    );
    expect(refused).toBeInstanceOf(ClientBusyError);
    const [, since = ''] = /: a long task .*since (\S+Z)\. Try again later$/.exec(String(refused)) ?? [];
    expect(Math.abs(Date.parse(since) - before)).toBeLessThan(10_000);
    expect(clientStore().leaseHolder).toBeUndefined();
    expect(await clientStore().exclusively(async () => 'free again')).toBe('free again');
  });

  it('ends the waiting of a caller that leaves, and the next in line gets the lease', async () => {
    const leaving = new AbortController();
    const order: string[] = [];
    let others: Promise<unknown>[] = [];
    await clientStore().exclusively(async () => {
      const left = clientStore().exclusively(async () => order.push('left'), { signal: leaving.signal });
      const stayed = clientStore().exclusively(async () => order.push('stayed'));
      leaving.abort();
      await expect(left).rejects.toThrow(/the caller left/);
      others = [stayed, clientStore().exclusively(async () => order.push('last'))];
    });
    await Promise.all(others);
    expect(order).toEqual(['stayed', 'last']);
    const gone = clientStore().exclusively(async () => {}, { signal: AbortSignal.abort() });
    await expect(
      Promise.all([clientStore().exclusively(() => clientStore().read('a')), gone]),
    ).resolves.toBeDefined();
  });

  it('lets a hundred wait for the lease, and refuses the next at once', async () => {
    const waiting: Promise<string>[] = [];
    await clientStore().exclusively(async () => {
      for (let n = 0; n < 100; n += 1) waiting.push(clientStore().exclusively(async () => 'done'));
      await expect(clientStore().exclusively(async () => 'done')).rejects.toThrow(ClientBusyError);
    });
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
  });

  it('refuses claims without the token while a lease on the client lasts, and allows them afterwards', async () => {
    await putWork(clientStore(), [newItem('1')]);
    await clientStore().exclusively(async (leaseToken) => {
      expect(await claimable(clientStore(), 100)).toEqual([]);
      await clientStore().change('bob', write({ n: 1 }));
      const [held] = await clientStore().work.claim({ now: 100, limit: 1, leaseMs: LONG, leaseToken });
      await clientStore().change('ann', () => ({ work: [newItem('1', { due: 50 })], result: undefined }), {
        claim: held,
      });
    });
    expect(await claimable(clientStore(), 100)).toEqual(['1']);
    const [late] = await clientStore().work.claim({
      now: 100,
      limit: 1,
      leaseMs: LONG,
      leaseToken: 'long over',
    });
    expect(late?.item.id).toBe('1');
  });

  it('commits nothing with the token of a lease that is over', async () => {
    const over = await clientStore().exclusively(async (leaseToken) => {
      await clientStore().change('ann', write({ n: 1 }), { leaseToken });
      return leaseToken;
    });
    const late = [
      () => clientStore().change('ann', write({ n: 2 }), { leaseToken: over }),
      () => clientStore().replace({ aggregates: [], work: [], files: [] }, { leaseToken: over }),
    ];
    for (const commit of late) {
      await expect(commit()).rejects.toThrow(StoreUnavailableError);
      await clientStore().exclusively(() => expect(commit()).rejects.toThrow(StoreUnavailableError));
    }
    expect(await clientStore().read('ann')).toEqual({ n: 1 });
  });

  it('puts back everything that it had, and nothing else', async () => {
    await clientStore().change(CLIENT_DOCUMENT, write({ clock: 1 }));
    await putWork(clientStore(), [
      newItem('1'),
      newItem('2', { due: null }),
      newItem('b', { owner: 'bob', queue: 'bob' }),
    ]);
    await clientStore().files.put('file', Buffer.from('bytes'));
    const [held] = await clientStore().work.claim({ now: 100, limit: 1, leaseMs: LONG });
    const before = await clientStore().contents();
    expect(before.aggregates.map(({ id, sortKey }) => [id, sortKey])).toEqual([
      [CLIENT_DOCUMENT, 'a'],
      ['ann', 'ann'],
      ['bob', 'bob'],
    ]);
    expect(before.work.map(({ id }) => id)).toEqual(['1', '2', 'b']);
    expect(before.files.map(({ id, bytes }) => [id, Buffer.from(bytes).toString()])).toEqual([
      ['file', 'bytes'],
    ]);

    await clientStore().change('ann', () => ({ document: null, result: undefined }));
    await clientStore().change('cy', write({ n: 1 }, { work: [newItem('c', { owner: 'cy', queue: 'cy' })] }));
    await clientStore().files.put('file', Buffer.from('others'));
    await clientStore().files.put('more', Buffer.from('more'));
    await clientStore().replace(before);
    expect(JSON.parse(JSON.stringify(await clientStore().contents()))).toEqual(
      JSON.parse(JSON.stringify(before)),
    );
    expect(await clientStore().read('cy')).toBeUndefined();
    expect(await clientStore().work.claimed()).toBe(0);
    await expect(clientStore().change('ann', write({}), { claim: held })).rejects.toThrow(ClaimLostError);
    expect(await claimable(clientStore(), 100)).toEqual(['1', 'b']);
    await putWork(clientStore(), [newItem('3')]);
    expect((await clientStore().work.list({})).map(({ id }) => id)).toEqual(['1', '2', 'b', '3']);

    await clientStore().replace({ aggregates: [], work: [], files: [] });
    expect(await clientStore().contents()).toEqual({ aggregates: [], work: [], files: [] });
    await clientStore().change('ann', write({ again: true }));
    expect(await clientStore().read('ann')).toEqual({ again: true });
  });

  it('keeps clients apart', async () => {
    await putWork(clientStore(), [newItem('1')]);
    await clientStore().files.put('file', Buffer.from('mine'));
    clientStore().requests.add(logged({ n: 1 }));
    expect(await other().contents()).toEqual({ aggregates: [], work: [], files: [] });
    expect(await other().requests.list(10)).toEqual([]);
    expect(await claimable(other(), 100)).toEqual([]);
    await putWork(other(), [newItem('1', { data: { theirs: true } })]);
    await other().exclusively(async () => expect(await claimable(clientStore(), 100)).toEqual(['1']));
    await other().replace({ aggregates: [], work: [], files: [] });
    expect(await clientStore().work.get('1')).toMatchObject({ data: {} });
    expect(Buffer.from((await clientStore().files.get('file'))!).toString()).toBe('mine');
  });

  it('keeps files byte by byte', async () => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256);
    await clientStore().files.put('f/../1', bytes);
    await clientStore().files.put('empty', new Uint8Array());
    expect(Buffer.compare((await clientStore().files.get('f/../1'))!, bytes)).toBe(0);
    expect(await clientStore().files.get('empty')).toHaveLength(0);
    expect((await clientStore().files.list()).sort()).toEqual(['empty', 'f/../1']);
    await clientStore().files.put('empty', Buffer.from('not now'));
    await clientStore().files.remove(['f/../1', 'unknown', '']);
    expect(await clientStore().files.list()).toEqual(['empty']);
    expect(await clientStore().files.get('f/../1')).toBeUndefined();
  });

  it('tells a follower the requests since it last asked, oldest first, and the latest where they are too many', async () => {
    clientStore().requests.add(logged({ n: 0 }));
    const follow = await clientStore().requests.follow(3);
    expect(await follow()).toEqual([]);
    for (let n = 1; n <= 2; n += 1) clientStore().requests.add(logged({ n }));
    expect(await follow()).toEqual([{ n: 1 }, { n: 2 }]);
    for (let n = 3; n <= 7; n += 1) clientStore().requests.add(logged({ n }));
    expect(await follow()).toEqual([{ n: 5 }, { n: 6 }, { n: 7 }]);
    expect(await follow()).toEqual([]);
    await clientStore().requests.clear();
    clientStore().requests.add(logged({ n: 8 }));
    expect(await follow()).toEqual([{ n: 8 }]);
  });

  it('lists the latest requests, newest first, and forgets them on request, but not when replaced', async () => {
    for (let n = 1; n <= 2500; n += 1) clientStore().requests.add(logged({ n }));
    await expect.poll(() => clientStore().requests.list(3)).toEqual([{ n: 2500 }, { n: 2499 }, { n: 2498 }]);
    expect((await clientStore().requests.list(5000)).length).toBe(1000);
    await clientStore().requests.clear();
    expect(await clientStore().requests.list(5)).toEqual([]);
    clientStore().requests.add(logged({ n: 1 }));
    await clientStore().replace({ aggregates: [], work: [], files: [] });
    await expect.poll(() => clientStore().requests.list(5)).toEqual([{ n: 1 }]);
    for (let n = 1; n <= 20; n += 1) {
      clientStore().requests.add(logged({ n }, 2_000_000));
      await clientStore().requests.list(1);
    }
    expect((await clientStore().requests.list(50)).length).toBeLessThan(12);
  });
}
