import fc from 'fast-check';
import { expect, it } from 'vitest';
import { few } from '../../../spec/testing/test-run.ts';
import { ClaimLostError, type ClientStore, type Current, type Write } from '../port.ts';
import { claimable, LONG, newItem, putWork, write } from './store-place.ts';

/** What every store promises about work. */
export function workLaws(clientStore: () => ClientStore): void {
  const claim = (now = 100, limit = 10, leaseMs = LONG) => clientStore().work.claim({ now, limit, leaseMs });

  it('gives items a sequence once, and keeps it when they are put again', async () => {
    await putWork(clientStore(), [newItem('one'), newItem('two')]);
    const [one, two] = await clientStore().work.list({});
    expect(one!.sequence).toBeLessThan(two!.sequence);
    await putWork(clientStore(), [newItem('one', { due: 50, data: { tries: 1 } })]);
    expect(await clientStore().work.get('one')).toEqual({ ...one, due: 50, data: { tries: 1 } });
    expect((await clientStore().work.list({})).map(({ id }) => id)).toEqual(['one', 'two']);
  });

  it('leaves an item in its queue when it is put again under another one', async () => {
    await putWork(clientStore(), [
      newItem('1', { queue: 'first', due: null }),
      newItem('2', { queue: 'first', due: 7 }),
    ]);
    await putWork(clientStore(), [newItem('1', { queue: 'other', due: 5 })]);
    expect(await clientStore().work.get('1')).toMatchObject({ queue: 'first', due: 5 });
    expect(await clientStore().work.nextDue()).toBe(5);
    expect(await claimable(clientStore(), 100)).toEqual(['1']);
  });

  it('claims the heads of queues that are due, earliest due first', async () => {
    await putWork(clientStore(), [
      newItem('a1', { due: 30 }),
      newItem('a2', { due: 1 }),
      newItem('b1', { owner: 'bob', queue: 'bob', due: 20 }),
      newItem('c1', { owner: 'cy', queue: 'cy', due: 101 }),
      newItem('d0', { owner: 'di', queue: 'di', due: null }),
      newItem('d1', { owner: 'di', queue: 'di', due: 10 }),
    ]);
    expect(await claimable(clientStore(), 9)).toEqual([]);
    expect(await claimable(clientStore(), 25)).toEqual(['d1', 'b1']);
    expect(await claimable(clientStore(), 100)).toEqual(['d1', 'b1', 'a1']);
    expect((await claim(100, 2)).map(({ item }) => item.id)).toEqual(['d1', 'b1']);
    expect(await claimable(clientStore(), 200)).toEqual(['a1', 'c1']);
  });

  it('takes queues of several owners apart, also when they have the same name', async () => {
    await putWork(clientStore(), [
      newItem('a1', { queue: 'same', due: 2 }),
      newItem('a2', { queue: 'same' }),
    ]);
    await putWork(clientStore(), [newItem('b1', { owner: 'bob', queue: 'same', due: 1 })]);
    expect(await claimable(clientStore(), 100)).toEqual(['b1', 'a1']);
  });

  it('tells when the next unclaimed head falls due', async () => {
    expect(await clientStore().work.nextDue()).toBeNull();
    await putWork(clientStore(), [newItem('a1', { due: 30 }), newItem('a2', { due: 1 })]);
    await putWork(clientStore(), [newItem('b1', { owner: 'bob', queue: 'bob', due: 40 })]);
    expect(await clientStore().work.nextDue()).toBe(30);
    await claim(30);
    expect(await clientStore().work.nextDue()).toBe(40);
    expect(await clientStore().work.claimed()).toBe(1);
  });

  it('lets go on with a queue once its head is done with, put off or gone', async () => {
    await putWork(clientStore(), [newItem('1'), newItem('2'), newItem('3'), newItem('4')]);
    const [first] = await claim();
    await clientStore().change(
      'ann',
      ({ item }) => ({ work: [{ ...item!, due: null }], result: undefined }),
      {
        claim: first,
      },
    );
    const [second] = await claim();
    await clientStore().change('ann', ({ item }) => ({ removeWork: [item!.id], result: undefined }), {
      claim: second,
    });
    const [third] = await claim();
    await clientStore().change('ann', ({ item }) => ({ work: [{ ...item!, due: 500 }], result: undefined }), {
      claim: third,
    });
    expect([first, second, third].map((each) => each!.item.id)).toEqual(['1', '2', '3']);
    expect(await claimable(clientStore(), 499)).toEqual([]);
    expect(await claimable(clientStore(), 500)).toEqual(['3']);
    expect((await clientStore().work.list({})).map(({ id, due }) => [id, due])).toEqual([
      ['1', null],
      ['3', 500],
      ['4', 10],
    ]);
    expect(await clientStore().work.claimed()).toBe(0);
  });

  it('leaves out targets that are busy', async () => {
    await putWork(clientStore(), [
      newItem('a1', { target: 'slow' }),
      newItem('a2', { target: 'quick' }),
      newItem('b1', { owner: 'bob', queue: 'bob', target: 'quick' }),
      newItem('c1', { owner: 'cy', queue: 'cy' }),
    ]);
    expect(await claimable(clientStore(), 100, ['slow'])).toEqual(['b1', 'c1']);
    expect(await claimable(clientStore(), 100, ['slow', 'quick'])).toEqual(['c1']);
  });

  it('finds the item that is claimed as it is now, and ends the claim with the change', async () => {
    await putWork(clientStore(), [newItem('1')]);
    const [held] = await claim();
    await putWork(clientStore(), [newItem('1', { data: { newer: true } })]);
    const item = await clientStore().change('ann', (found) => ({ result: found.item }), { claim: held });
    expect(item).toMatchObject({ id: '1', data: { newer: true } });
    await expect(clientStore().change('ann', write({ n: 2 }), { claim: held })).rejects.toThrow(
      ClaimLostError,
    );
    expect(await claimable(clientStore(), 100)).toEqual(['1']);
  });

  it('finds an item by id for its owner alone', async () => {
    await putWork(clientStore(), [newItem('1')]);
    const look = (owner: string, item: string) =>
      clientStore().change(owner, (found) => ({ result: found.item?.id }), { item });
    expect(await look('ann', '1')).toBe('1');
    expect(await look('ann', '2')).toBeUndefined();
    expect(await look('bob', '1')).toBeUndefined();
  });

  it('refuses a change whose claim ran out, was given back, or lost its item', async () => {
    await putWork(clientStore(), [newItem('1')]);
    const lost = async (...[held]: Awaited<ReturnType<typeof claim>>) => {
      await expect(clientStore().change('ann', write({ lost: true }), { claim: held })).rejects.toThrow(
        ClaimLostError,
      );
      expect(await clientStore().read('ann')).toEqual({});
    };
    const [ranOut] = await claim(100, 1, 0);
    await lost(ranOut!);
    const [again] = await claim(100, 1, 0);
    expect(again!.token).not.toBe(ranOut!.token);
    const [given] = await claim();
    await lost(again!);
    await clientStore().work.release([again!]);
    expect(await clientStore().work.claimed()).toBe(1);
    await clientStore().work.release([given!]);
    await lost(given!);
    const [gone] = await claim();
    await clientStore().change('ann', () => ({ removeWork: ['1'], result: undefined }));
    await lost(gone!);
    expect(await clientStore().work.claimed()).toBe(0);
  });

  it('renews a claim that holds, and none that was lost', async () => {
    await putWork(clientStore(), [newItem('1')]);
    const [ranOut] = await claim(100, 1, 0);
    await clientStore().work.renew([ranOut!], LONG);
    expect(await clientStore().work.claimed()).toBe(0);
    const [held] = await claim();
    await clientStore().work.renew([ranOut!], 0);
    await clientStore().work.renew([held!], LONG);
    expect(await claimable(clientStore(), 100)).toEqual([]);
    await clientStore().work.renew([held!], 0);
    expect(await claimable(clientStore(), 100)).toEqual(['1']);
    await clientStore().work.renew([held!], LONG);
    expect(await clientStore().work.claimed()).toBe(0);
  });

  it('keeps a claim when the change that should end it throws', async () => {
    await putWork(clientStore(), [newItem('1')]);
    const [held] = await claim();
    const failing = () => {
      throw new Error('not this time');
    };
    await expect(clientStore().change('ann', failing, { claim: held })).rejects.toThrow('not this time');
    expect(await claimable(clientStore(), 100)).toEqual([]);
    await clientStore().change('ann', () => ({ removeWork: ['1'], result: undefined }), { claim: held });
  });

  it('of many changes made together those fail that are wrong, each for its own reason, and the others are made', async () => {
    const ids = Array.from({ length: 60 }, (_, at) => `user-${at}`);
    await putWork(
      clientStore(),
      ids.map((id) => newItem(`item-of-${id}`, { owner: id, queue: id })),
    );
    const claims = new Map((await claim(100, ids.length)).map((held) => [held.item.owner, held]));
    const [lost, kept] = [1, 5].map((kind) => ids.filter((_, at) => at % 6 === kind)) as [string[], string[]];
    await clientStore().work.release(lost.map((id) => claims.get(id)!));
    const failing = () => {
      throw new Error('not this time');
    };
    const changes = ids.map((id, at) => {
      const held = { claim: claims.get(id)! };
      const foreign = newItem('item-of-user-0', { owner: id });
      const done = [`item-of-${id}`];
      return [
        () => clientStore().change(id, write({ at })),
        () => clientStore().change(id, write({ at }), held),
        () => clientStore().change(id, failing),
        () => clientStore().change(id, write({ at }, { removeWork: done }), held),
        () => clientStore().change(id, write({ at }, { work: [foreign] })),
        () => clientStore().change(id, failing, held),
      ][at % 6]!();
    });
    const outcomes = (await Promise.allSettled(changes)).map((one) =>
      one.status === 'rejected' ? one.reason.constructor : 'made',
    );
    expect(outcomes).toEqual(
      ids.map((_, at) => ['made', ClaimLostError, Error, 'made', TypeError, Error][at % 6]),
    );
    for (const [at, id] of ids.entries())
      expect(await clientStore().read(id), id).toEqual(outcomes[at] === 'made' ? { at } : {});
    const left = (await clientStore().work.list({})).map(({ owner }) => owner);
    expect(left).toEqual(ids.filter((_, at) => at % 6 !== 3));
    await clientStore().work.renew(
      kept.map((id) => claims.get(id)!),
      0,
    );
    // Those whose change threw were still held until now, as were the unused ones.
    const claimedBefore = await clientStore().work.claimed();
    expect(claimedBefore).toBe(ids.length - lost.length - 10 - kept.length);
  });

  it('leaves the same of changes of one aggregate that are made together as of those made one after the other', async () => {
    const id = fc.constantFrom('x', 'y', 'z');
    const step = fc.oneof(
      fc.record({ put: fc.array(id, { maxLength: 3 }), removes: fc.array(id, { maxLength: 2 }) }),
      fc.constantFrom('clears', 'removes the aggregate', 'fails', 'nothing'),
    );
    const programs = fc.array(fc.record({ step, asks: fc.option(id) }), { minLength: 2, maxLength: 12 });
    let runs = 0;
    const run = fc.asyncProperty(programs, async (program) => {
      runs += 1;
      const seenBy = async (owner: string, isTogether: boolean) => {
        const own = (name: string) => `${owner}-${name}`;
        const changes = program.map(({ step, asks }, n) => async () => {
          const decide = ({ document, item }: Current): Write<unknown> => {
            if (step === 'fails') throw new Error('not this time');
            const before = (document?.['log'] as number[] | undefined) ?? [];
            const result = [before, item && { ...item.data, queue: item.queue.replace(owner, '') }];
            if (step === 'nothing') return { result };
            if (step === 'removes the aggregate') return { document: null, result };
            const wanted = { document: { log: [...before, n] }, sortKey: 'a', result };
            if (step === 'clears') return { ...wanted, work: 'none' };
            const items = step.put.map((name) =>
              newItem(own(name), { owner, queue: own(String(n)), data: { n } }),
            );
            const work = [...new Map(items.map((item) => [item.id, item])).values()];
            return { ...wanted, work, removeWork: step.removes.map(own) };
          };
          const options = asks === null ? {} : { item: own(asks) };
          return clientStore()
            .change(owner, decide, options)
            .catch((error: Error) => error.message);
        });
        const results: unknown[] = [];
        if (isTogether) results.push(...(await Promise.all(changes.map((change) => change()))));
        else for (const change of changes) results.push(await change());
        const work = await clientStore().work.list({ owner });
        const left = work.map(({ id, queue, data }) => [id, queue, data].join().replaceAll(owner, ''));
        return { results, document: await clientStore().read(owner), left };
      };
      expect(await seenBy(`together-${runs}`, true)).toEqual(await seenBy(`in-turn-${runs}`, false));
    });
    await fc.assert(run, { numRuns: few(5, 25) });
  });

  it('takes work away with its owner, or all of it at once', async () => {
    await putWork(clientStore(), [
      newItem('1'),
      newItem('2', { due: null }),
      newItem('b', { owner: 'bob', queue: 'ann' }),
    ]);
    await clientStore().change('ann', () => ({ work: 'none', result: undefined }));
    expect((await clientStore().work.list({})).map(({ id }) => id)).toEqual(['b']);
    await clientStore().change('bob', () => ({ document: null, result: undefined }));
    expect(await clientStore().work.list({})).toEqual([]);
    expect(await clientStore().work.get('b')).toBeUndefined();
    expect(await clientStore().work.nextDue()).toBeNull();
  });

  it('refuses work of another owner, or of one that does not exist', async () => {
    await putWork(clientStore(), [newItem('1')]);
    const foreign = clientStore().change('bob', write({}, { work: [newItem('2')] }));
    const refusal = { name: 'TypeError', message: 'A change of bob cannot put work of ann' };
    await expect(foreign).rejects.toMatchObject(refusal);
    await expect(
      clientStore().change('bob', write({}, { work: [newItem('1', { owner: 'bob' })] })),
    ).rejects.toThrow(TypeError);
    await expect(
      clientStore().change('cy', () => ({ work: [newItem('3', { owner: 'cy' })], result: undefined })),
    ).rejects.toMatchObject({ name: 'TypeError', message: 'There is no cy to put work for' });
    expect(await clientStore().read('bob')).toBeUndefined();
    expect((await clientStore().work.list({})).map(({ id, owner }) => id + owner)).toEqual(['1ann']);
  });

  it('refuses work that is due at no instant, and names it', async () => {
    for (const due of [Number.NaN, Number.POSITIVE_INFINITY]) {
      const refusal = { name: 'RangeError', message: `The work item 1 cannot be due at ${due}` };
      await expect(putWork(clientStore(), [newItem('1', { due })])).rejects.toMatchObject(refusal);
    }
    expect(await clientStore().work.list({})).toEqual([]);
  });

  it('lists by kind, owner and target', async () => {
    await putWork(clientStore(), [
      newItem('1', { kind: 'check', target: 'x' }),
      newItem('2', { target: 'x' }),
      newItem('3', { owner: 'bob' }),
    ]);
    const list = async (query: object) => (await clientStore().work.list(query)).map(({ id }) => id).join('');
    expect(await list({ kind: 'check' })).toBe('1');
    expect(await list({ target: 'x' })).toBe('12');
    expect(await list({ owner: 'bob' })).toBe('3');
    expect(await list({ owner: 'ann', kind: 'delivery' })).toBe('2');
    expect(await list({ owner: 'unknown' })).toBe('');
    const [, second, third] = await clientStore().work.list({});
    expect(await list({ limit: 2 })).toBe('23');
    expect(await list({ limit: 1, before: third!.sequence })).toBe('2');
    expect(await list({ kind: 'check', limit: 5, before: second!.sequence })).toBe('1');
    expect(await clientStore().work.pending()).toBe(3);
  });

  it('tells a follower what was put since it last asked, once, as it is by then, and what a replacement brought', async () => {
    await putWork(clientStore(), [newItem('1'), newItem('2')]);
    const follow = await clientStore().work.follow();
    const put = async () => (await follow()).map(({ id, due }) => `${id} ${due}`).sort();
    expect(await put()).toEqual([]);
    await putWork(clientStore(), [newItem('2', { due: 20 }), newItem('3')]);
    await putWork(clientStore(), [newItem('3', { due: 30 }), newItem('4')]);
    await clientStore().change('ann', () => ({ removeWork: ['4'], result: undefined }));
    await clientStore().work.claim({ now: 100, limit: 9, leaseMs: 1 });
    expect(await put()).toEqual(['2 20', '3 30']);
    expect(await put()).toEqual([]);
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        putWork(clientStore(), [newItem(`b${n}`, { owner: `user-${n}` })]),
      ),
    );
    expect(await put()).toHaveLength(20);
    await clientStore().replace(await clientStore().contents());
    expect(await put()).toHaveLength(23);
    expect(await put()).toEqual([]);
  });

  it('gives each item to one of many concurrent claims', async () => {
    const items = Array.from({ length: 40 }, (_, at) => newItem(`i${at}`, { queue: `queue-${at % 20}` }));
    await putWork(clientStore(), items);
    const claims = (await Promise.all(Array.from({ length: 10 }, () => claim(100, 7)))).flat();
    const more = await claim(100, 100);
    const ids = [...claims, ...more].map(({ item }) => item.id);
    expect(new Set(ids)).toEqual(new Set(items.slice(0, 20).map(({ id }) => id)));
    expect(ids).toHaveLength(20);
  });

  it('calls watchers when there may be work, until they end it', async () => {
    let calls = 0;
    const end = clientStore().work.watch(() => {
      calls += 1;
    });
    await putWork(clientStore(), [newItem('1')]);
    await expect.poll(() => calls).toBeGreaterThan(0);
    end();
    const before = calls;
    await putWork(clientStore(), [newItem('2')]);
    expect(calls).toBe(before);
  });
}
