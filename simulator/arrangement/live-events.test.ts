import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryStore } from '../store/adapters/memory/memory-store.ts';
import { startReceiver } from '../webhooks/testing/receiver.ts';
import { type Arranging, arranging } from './testing/arranging.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function at(...given: Parameters<typeof arranging>): Promise<Arranging> {
  const made = await arranging(...given);
  closing.push(made.close);
  return made;
}

type HeardEvent = { event: string; data: Record<string, unknown> };

/** Follows the events of a sandbox; `next` waits for one that is as wanted. */
async function follow({ sandbox }: Arranging, headers = { 'x-api-key': sandbox.apiKey }) {
  const stop = new AbortController();
  closing.push(() => stop.abort());
  const response = await fetch(`${sandbox.url}/_sandbox/events`, { headers, signal: stop.signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const heard: HeardEvent[] = [];
  let text = '';
  const next = async (isWanted: (event: HeardEvent) => boolean): Promise<HeardEvent | 'ended'> => {
    for (;;) {
      const found = heard.find(isWanted);
      if (found) return found;
      const { done, value } = await reader.read();
      if (done) return 'ended';
      const blocks = (text + value).split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (event && data) heard.push({ event, data: JSON.parse(data) });
      }
    }
  };
  return { response, next, heard, leave: () => stop.abort() };
}

const LONGER_THAN_A_POLL = { interval: 1100, timeout: 15_000 };

describe('the event stream', () => {
  it('lists neither all deliveries nor all requests, however many changes it follows', async () => {
    const store = memoryStore();
    const { work, requests } = store.clientStore('sandbox');
    const list = vi.spyOn(work, 'list');
    const journal = vi.spyOn(requests, 'list');
    const arranged = await at({ store });
    const { next } = await follow(arranged);
    await next(({ event }) => event === 'ready');
    for (let n = 0; n < 3; n += 1) await arranged.call('GET', `/users?limit=${n + 1}`);
    const isLast = ({ event, data }: HeardEvent) => event === 'request' && data['query'] === 'limit=3';
    expect(await next(isLast)).toMatchObject({ event: 'request' });
    expect([list.mock.calls, journal.mock.calls]).toEqual([[], []]);
  });

  it('looks once for all streams of a client, and begins anew when all have left', async () => {
    const store = memoryStore();
    const { work, requests } = store.clientStore('sandbox');
    const looks = [vi.spyOn(work, 'follow'), vi.spyOn(requests, 'follow')];
    const arranged = await at({ store });
    const isReady = ({ event }: HeardEvent) => event === 'ready';
    const isAsked = ({ event }: HeardEvent) => event === 'request';
    const first = await follow(arranged);
    await first.next(isReady);
    await arranged.call('GET', '/users?limit=1');
    const others = [await follow(arranged), await follow(arranged)];
    for (const { next } of others) await next(isReady);
    await arranged.call('GET', '/users?limit=2');
    const isSecond = ({ data }: HeardEvent) => data['query'] === 'limit=2';
    for (const { next, heard } of others) {
      await next(isSecond);
      expect(heard.filter(isAsked)).toHaveLength(1);
    }
    await first.next(isSecond);
    expect(first.heard.filter(isAsked)).toHaveLength(2);
    expect(looks.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);

    for (const { leave } of [first, ...others]) leave();
    await vi.waitFor(async () => {
      const again = await follow(arranged);
      await again.next(isReady);
      again.leave();
      expect(looks.map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
    }, LONGER_THAN_A_POLL);
  });

  it('cuts off a reader that reads nothing, and no other', async () => {
    const arranged = await at();
    const [idle, busy] = [await follow(arranged), await follow(arranged)];
    await busy.next(({ event }) => event === 'ready');
    // Also more than the buffers of a connection hold.
    for (let round = 1; round <= 4; round += 1) {
      const large = { name: 'w'.repeat(900_000) };
      for (let n = 0; n < 10; n += 1) await arranged.call('POST', '/webhooks', large);
      await arranged.call('GET', `/users?limit=1&offset=${round}`);
      await busy.next(({ data }) => data['query'] === `limit=1&offset=${round}`);
    }
    const isLast = ({ data }: HeardEvent) => data['query'] === 'limit=1&offset=4';
    expect(await busy.next(isLast)).toMatchObject({ event: 'request' });
    await expect(idle.next(isLast)).rejects.toThrow('terminated');
  });

  it('reports requests, deliveries and the clock as they happen, and nothing from before', async () => {
    const receiver = await startReceiver((_, response) => response.writeHead(204).end());
    closing.push(receiver.close);
    const arranged = await at({ now: '2028-06-15T09:00:00Z', frozen: true });
    const { call, user } = arranged;
    const userId = await user();
    await call('GET', '/users?limit=1');
    const { response, next, heard } = await follow(arranged);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    await next(({ event }) => event === 'ready');
    await call('POST', '/webhooks', { name: 'w', events: ['user-payroll-submitted'], url: receiver.url });
    await call('POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}] });
    const delivered = await next(({ data }) => data['state'] === 'delivered');
    expect(delivered).toMatchObject({ event: 'delivery', data: { user_id: userId } });
    await call('POST', '/_sandbox/clock', { by: 'P1D' });
    const moved = await next(({ event }) => event === 'clock');
    expect(moved).toMatchObject({ data: { now: '2028-06-16T09:00:00.000Z', frozen: true } });
    const asked = heard.filter(({ event }) => event === 'request').map(({ data }) => data['operation']);
    expect(asked).toEqual(['createWebhook']);
  });

  it('reports what another process did with the same store', async () => {
    const store = memoryStore();
    const [here, there] = [await at({ store }), await at({ store })];
    const userId = await here.user();
    const { next } = await follow(here);
    await there.call('POST', '/webhooks', {
      name: 'w',
      events: ['user-payroll-submitted'],
      url: 'http://127.0.0.1:9/',
    });
    await there.call('POST', `/_sandbox/users/${userId}/entries`, { payroll_submissions: [{}] });
    const heard = await next(({ event, data }) => event === 'delivery' && data['user_id'] === userId);
    expect(heard).not.toBe('ended');
  });

  it('shows a client no event of another, and refuses a caller without a key', async () => {
    const arranged = await at();
    const { call, sandbox } = arranged;
    const other = await follow(arranged, { 'x-api-key': sandbox.otherApiKey });
    await call('GET', '/users?limit=1');
    await call('GET', '/providers', undefined, { 'x-api-key': sandbox.otherApiKey });
    await other.next(({ event }) => event === 'request');
    const asked = other.heard.filter(({ event }) => event === 'request').map(({ data }) => data['operation']);
    expect(asked).toEqual(['listProviders']);
    expect((await follow(arranged, { 'x-api-key': 'wrong' })).response.status).toBe(401);
  });

  it('ends at once when the sandbox closes', async () => {
    const arranged = await arranging();
    const { next } = await follow(arranged);
    await next(({ event }) => event === 'ready');
    const started = performance.now();
    await arranged.close();
    // Requests under way are waited for five seconds, which a stream would use up.
    expect(performance.now() - started).toBeLessThan(4000);
    expect(await next(() => false)).toBe('ended');
  });
});
