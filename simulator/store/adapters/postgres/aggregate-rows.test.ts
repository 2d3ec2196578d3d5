import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import type { ClientStore, Document } from '../../port.ts';
import { postgresPlace } from '../../testing/postgres-place.ts';
import { write } from '../../testing/store-place.ts';

const thing = (n: number) => ({ text: `${n} ${'x'.repeat(100)}` });

/** Adds, replaces or removes a thing of ann's. */
const setThing = (clientStore: ClientStore, id: string, value: Document | undefined) =>
  clientStore.change('ann', ({ document }) => {
    const things = { ...(document?.things as Document) };
    if (value) things[id] = value;
    else delete things[id];
    return { document: { ...document, things }, result: undefined };
  });

it('replicas see the changes of each other in a large document, which is not written as a whole for each', async () => {
  const place = await postgresPlace();
  onTestFinished(place.remove);
  const [a, b, c] = await Promise.all([0, 1, 2].map(place.open));
  onTestFinished(async () => void (await Promise.all([a, b, c].map((store) => store?.close()))));
  const replicas = [a!.clientStore('client'), b!.clientStore('client')] as const;
  const admin = new pg.Client(place.url);
  await admin.connect();
  onTestFinished(() => admin.end());
  const patches = async () =>
    (await admin.query(`select count(*)::int as n from ${place.schema}.patch`)).rows[0].n;

  const things = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`t${n}`, thing(n)]));
  await replicas[0].change('ann', write({ things }));
  const expected: Document = { ...things };
  for (let n = 0; n < 24; n += 1) {
    const value = n % 5 === 4 ? undefined : thing(n + 1000);
    const id = `t${(n * 7) % 52}`;
    await setThing(replicas[n % 2]!, id, value);
    if (value) expected[id] = value;
    else delete expected[id];
    if (n === 10) expect(await patches()).toBe(11);
    const read = await replicas[(n + 1) % 2]!.read('ann');
    expect(JSON.stringify(read)).toBe(JSON.stringify({ things: expected }));
  }
  // One that begins now reads the same, also from a list and as contents.
  const fresh = c!.clientStore('client');
  const [listed] = await fresh.list({ offset: 0, limit: 1 });
  expect(listed?.document).toEqual({ things: expected });
  expect((await fresh.contents()).aggregates).toEqual([listed]);

  for (let n = 0; n < 60; n += 1) await setThing(replicas[0], `t${n % 3}`, thing(n));
  expect(await patches()).toBeLessThan(60);
  await replicas[1].replace({ aggregates: [], work: [], files: [] });
  expect(await replicas[0].read('ann')).toBeUndefined();
  expect(await patches()).toBe(0);
});
