import { expect, test } from 'vitest';
import { redelivered, withDelivery } from '../webhooks/delivery.ts';
import { stopDeliveries } from '../work/deliver.ts';
import { noting, started } from './testing/working.ts';

test('what is put is sent in order and written down, without a call that announces it', async () => {
  const { sent, transport } = noting();
  const { start, subscribe, occur, delivery } = await started({ transport });
  await subscribe('w');
  start();
  const ids = await occur('ann', 'w', 3);
  await expect.poll(() => sent).toEqual(ids);
  await expect.poll(async () => (await delivery(ids[2]!)).state).toBe('delivered');
  expect((await delivery(ids[0]!)).attempts).toHaveLength(1);
});

test('a later delivery of a queue waits until the earlier is delivered; other queues do not', async () => {
  const { sent, transport } = noting(({ url }, nth) => (url.includes('flaky') && nth < 3 ? 500 : 200));
  const { moveTo, subscribe, occur } = await started({ transport });
  await subscribe('flaky');
  await subscribe('well');
  const [first, second] = await occur('ann', 'flaky', 2);
  const [other] = await occur('bob', 'flaky');
  const [well] = await occur('ann', 'well');
  await moveTo(0);
  expect(sent).toEqual([first, other, well]);
  await moveTo(60_000);
  expect(sent.slice(3)).toEqual([first, other, second]);
});

test('a moved clock makes all attempts on the way, in the order of time, and lists them', async () => {
  const { transport } = noting((_, nth) => (nth < 3 ? 503 : 204));
  const { moveTo, subscribe, occur, delivery, state } = await started({ transport });
  await subscribe('w');
  const [id] = await occur('ann', 'w');
  const effects = await moveTo(3_600_000);
  expect(
    effects.map(({ at, kind, ...rest }) => [at, kind, rest['attempt'], rest['status'], rest['state']]),
  ).toEqual([
    ['1970-01-01T00:00:00.000Z', 'delivery-attempt', 1, 503, 'pending'],
    ['1970-01-01T00:00:10.000Z', 'delivery-attempt', 2, 503, 'pending'],
    ['1970-01-01T00:00:40.000Z', 'delivery-attempt', 3, 204, 'delivered'],
  ]);
  expect((await delivery(id!)).state).toBe('delivered');
  expect(await state.now()).toBe(3_600_000);
});

test('a moved clock stops at its instant and not after it', async () => {
  const { sent, transport } = noting(() => 500);
  const { moveTo, subscribe, occur } = await started({ transport });
  await subscribe('w');
  await occur('ann', 'w');
  await moveTo(9_999);
  expect(sent).toHaveLength(1);
  await moveTo(10_000);
  expect(sent).toHaveLength(2);
});

test('without end of failure a delivery fails after its last attempt', async () => {
  const { transport } = noting(() => 'connection refused');
  const { moveTo, subscribe, occur, delivery } = await started({ transport });
  await subscribe('w');
  const [id] = await occur('ann', 'w');
  await moveTo(86_400_000);
  expect(await delivery(id!)).toMatchObject({ state: 'failed', failure: 'exhausted', due: null, tries: 8 });
});

test('what is pending for a subscription that is gone is stopped, or not sent; that of others is sent', async () => {
  const { sent, transport } = noting();
  const { moveTo, subscribe, occur, delivery, clientStore } = await started({ transport });
  await subscribe('w');
  await subscribe('other');
  const [soon, later] = [await occur('ann', 'w'), await occur('bob', 'w', 1, 5000)].flat();
  const ofOther = await occur('ann', 'other', 1, 5000);
  await stopDeliveries('w', clientStore);
  const [orphan] = await occur('ann', 'gone');
  await moveTo(10_000);
  expect(sent).toEqual(ofOther);
  for (const id of [soon, later, orphan])
    expect(await delivery(id!)).toMatchObject({ state: 'failed', failure: 'subscription-deleted' });
});

test('a receiver that is gone, or fails without end, loses its subscription when the profile says so', async () => {
  for (const [status, points] of [
    [410, { 'webhooks.delivery.gone': 'unsubscribe' }],
    [500, { 'webhooks.delivery.exhausted': 'disable-subscription', 'webhooks.delivery.max-attempts': 1 }],
  ] as const) {
    const { sent, transport } = noting(() => status);
    const { moveTo, subscribe, occur, delivery, state } = await started({ transport, points });
    await subscribe('w');
    const ids = await occur('ann', 'w', 2);
    await moveTo(1000);
    expect(sent).toEqual([ids[0]]);
    expect(await delivery(ids[1]!)).toMatchObject({ state: 'failed', failure: 'subscription-deleted' });
    const { w } = (await state.read()).webhooks;
    expect(w === undefined || w.disabled).toBe(true);
  }
});

test('redelivery asked for during an attempt is one more attempt', async () => {
  let again = async () => {};
  const { sent, transport } = noting();
  const { moveTo, subscribe, occur, delivery, clientStore } = await started({
    transport: async (request) => {
      await again();
      again = async () => {};
      return transport(request);
    },
  });
  await subscribe('w');
  const [id] = (await occur('ann', 'w')) as [string];
  again = () =>
    clientStore.change(
      'ann',
      ({ item }) => ({
        work: [withDelivery(item!, redelivered(item!.data as never, 0))],
        result: undefined,
      }),
      { item: id },
    );
  await moveTo(0);
  expect(sent).toEqual([id, id]);
  expect(await delivery(id)).toMatchObject({ state: 'delivered', round: 2 });
});

test('each attempt has a vector of its own, and one that cannot be sealed counts as failed', async () => {
  const vectors: string[] = [];
  const { moveTo, subscribe, occur, delivery } = await started({
    transport: async ({ headers }) => {
      vectors.push(headers['X-Svc-Encryption-IV'] ?? '');
      return { status: 500 };
    },
  });
  await subscribe('w', { encryption_key: Buffer.alloc(32, 1).toString('base64') });
  await subscribe('broken', { encryption_key: 'too short' });
  await occur('ann', 'w');
  const [unsealed] = await occur('ann', 'broken');
  await moveTo(100_000);
  expect(new Set(vectors).size).toBe(vectors.length);
  expect(vectors.length).toBeGreaterThan(2);
  expect((await delivery(unsealed!)).attempts[0]).toMatchObject({
    status: null,
    error: 'could not be sealed',
  });
});
