import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type EventHandler,
  expressReceiver,
  fetchReceiver,
  memoryOfDeliveries,
  type ReceiverOptions,
  type SeenDeliveries,
  seal,
  type WebhookEvent,
} from './index.ts';

const secret = 'a signing secret';
const key = Buffer.alloc(32, 7).toString('base64');
const timestamp = '2026-01-31T12:00:00.000Z';
const eventOf = (user_id = 'u') => ({
  event: 'user-payroll-submitted',
  user_id,
  timestamp,
  entry_id: 'e',
  account_id: null,
});

type Sent = { body: string; headers: Record<string, string> };
type ReceiverResponse = { status: number; text: string };
type Post = (sent: Sent) => Promise<ReceiverResponse>;

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function served(app: express.Express): Promise<Post> {
  // Express prints what reaches it; that a failure reaches it is what is tested here.
  app.set('env', 'test');
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
  return async ({ body, headers }) => {
    const response = await fetch(url, { method: 'POST', body, headers });
    return { status: response.status, text: await response.text() };
  };
}

const kinds: Record<string, (options: ReceiverOptions, handle: EventHandler) => Promise<Post>> = {
  'bare Express': (options, handle) => served(express().post('/webhooks', expressReceiver(options, handle))),
  'Express behind express.raw': (options, handle) =>
    served(express().post('/webhooks', express.raw({ type: '*/*' }), expressReceiver(options, handle))),
  'a fetch-style handler': async (options, handle) => {
    const take = fetchReceiver(options, handle);
    return async ({ body, headers }) => {
      const request = new Request('http://receiver.test/', { method: 'POST', body, headers });
      try {
        const response = await take(request);
        return { status: response.status, text: await response.text() };
      } catch {
        return { status: 500, text: '' };
      }
    };
  },
};

describe.each(Object.entries(kinds))('%s', (_, start) => {
  test('hands on what is genuine, typed and read, and acknowledges it', async () => {
    const handled: WebhookEvent[] = [];
    const post = await start({ secret, key }, (event) => handled.push(event));
    expect(await post(seal({ body: eventOf('Zoë'), secret, key }))).toEqual({ status: 204, text: '' });
    expect(handled).toEqual([eventOf('Zoë')]);
  });

  test('answers a forgery with its 4xx and no stack, and hands nothing on', async () => {
    const handled: unknown[] = [];
    const refused: string[] = [];
    const options = { secret, key, onRefused: ({ reason }: { reason: string }) => refused.push(reason) };
    const post = await start(options, (event) => handled.push(event));
    const good = seal({ body: eventOf(), secret, key });
    const forgeries: [Sent, number, string][] = [
      [seal({ body: eventOf(), secret: 'guessed', key }), 401, 'bad-signature'],
      [seal({ body: eventOf(), key }), 401, 'missing-signature'],
      [{ ...good, body: '' }, 401, 'bad-signature'],
      [seal({ body: eventOf(), secret }), 400, 'missing-iv'],
      [seal({ body: 'no JSON', secret, key }), 400, 'not-json'],
    ];
    for (const [sent, status, reason] of forgeries) {
      const answer = await post(sent);
      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.text)).toEqual({ errors: [expect.stringContaining(reason)] });
      expect(answer.text).not.toContain(' at ');
    }
    expect(handled).toEqual([]);
    expect(refused).toEqual(forgeries.map(([, , reason]) => reason));
  });

  test('acknowledges a repeat without handling it again, though it is encrypted anew', async () => {
    const handled: string[] = [];
    const post = await start({ secret, key }, (_event, { id }) => handled.push(id));
    for (const user of ['u', 'u', 'another', 'u'])
      expect((await post(seal({ body: eventOf(user), secret, key }))).status).toBe(204);
    expect([handled.length, new Set(handled).size]).toEqual([2, 2]);
  });

  test('a repeat of what failed is handled, since it was not acknowledged', async () => {
    let attempts = 0;
    const post = await start({ secret, unencrypted: true }, () => {
      attempts += 1;
      if (attempts === 1) throw new Error('the database is away');
    });
    const sent = seal({ body: eventOf(), secret });
    const statuses = [await post(sent), await post(sent), await post(sent)].map(({ status }) => status);
    expect([statuses, attempts]).toEqual([[500, 204, 204], 2]);
  });

  test('a repeat that comes while the first is handled is refused until later', async () => {
    let release = () => {};
    const working = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = () => {};
    const atWork = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const post = await start({ secret, unencrypted: true }, () => {
      begun();
      return working;
    });
    const sent = seal({ body: eventOf(), secret });
    const first = post(sent);
    await atWork;
    expect((await post(sent)).status).toBe(409);
    release();
    expect([(await first).status, (await post(sent)).status]).toEqual([204, 204]);
  });

  test('an unknown kind of event is acknowledged, once it is verified', async () => {
    const handled: unknown[] = [];
    const post = await start({ secret, unencrypted: true }, (event) => handled.push(event));
    const body = { ...eventOf(), event: 'user-pension-submitted' };
    expect((await post(seal({ body, secret }))).status).toBe(204);
    expect((await post(seal({ body, secret: 'guessed' }))).status).toBe(401);
    expect(handled).toEqual([]);
  });

  test('with a tolerance, an event of long ago or of the future is refused', async () => {
    let now = Date.parse(timestamp);
    const post = await start({ secret, unencrypted: true, toleranceMs: 60_000, now: () => now }, () => {});
    const sent = seal({ body: eventOf(), secret });
    for (const [minutes, status] of [
      [0.9, 204],
      [1.1, 400],
      [-1.1, 400],
    ] as const) {
      now = Date.parse(timestamp) + minutes * 60_000;
      expect((await post(sent)).status).toBe(status);
    }
    expect((await post(seal({ body: { ...eventOf(), timestamp: 'soon' }, secret }))).status).toBe(400);
  });
});

test.each(['bare Express', 'a fetch-style handler'])(
  '%s answers 413 to a body that is too long, and lives on',
  async (kind) => {
    const post = await kinds[kind]!({ secret, unencrypted: true, maxBytes: 1000 }, () => {});
    expect((await post(seal({ body: eventOf('u'.repeat(5_000_000)), secret }))).status).toBe(413);
    expect((await post(seal({ body: eventOf(), secret }))).status).toBe(204);
  },
);

test('a JSON parser in front is a mistake that is reported, and nothing gets through', async () => {
  const calls: string[] = [];
  const app = express().use(express.json());
  app.post(
    '/webhooks',
    expressReceiver({ secret, unencrypted: true }, () => calls.push('handled')),
  );
  app.use(((error: Error, _request, response, _next) => {
    calls.push(error.message);
    response.sendStatus(500);
  }) as express.ErrorRequestHandler);
  const post = await served(app);
  expect((await post(seal({ body: eventOf(), secret }))).status).toBe(500);
  expect(calls).toEqual([expect.stringContaining('before any JSON parser')]);
});

test('a store of one’s own is asked before, and notified after', async () => {
  const calls: string[] = [];
  const memory = memoryOfDeliveries();
  const seen: SeenDeliveries = {
    begin: async (id) => {
      calls.push('begin');
      return memory.begin(id);
    },
    finish: async (id) => {
      calls.push('finish');
      return memory.finish(id);
    },
    abandon: async (id) => {
      calls.push('abandon');
      return memory.abandon(id);
    },
  };
  let fails = true;
  const take = fetchReceiver({ secret, unencrypted: true, seen }, () => {
    if (fails) throw new Error('no');
  });
  const { body, headers } = seal({ body: eventOf(), secret });
  const request = () => new Request('http://receiver.test/', { method: 'POST', body, headers });
  await expect(take(request())).rejects.toThrow('no');
  fails = false;
  await take(request());
  await take(request());
  expect(calls).toEqual(['begin', 'abandon', 'begin', 'finish', 'begin']);
});

test('the memory forgets the oldest, and never what is being handled', () => {
  const memory = memoryOfDeliveries(2);
  for (const id of ['busy', 'a', 'b', 'c']) memory.begin(id);
  for (const id of ['a', 'b', 'c']) memory.finish(id);
  expect(['busy', 'a', 'c'].map((id) => memory.begin(id))).toEqual(['busy', 'new', 'done']);
});
