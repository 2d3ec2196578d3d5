import { createServer } from 'node:net';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createHttpTransport, type TransportRequest } from './http-transport.ts';
import { targetRules } from './target-rules.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

const transport = createHttpTransport();
const closing: (() => unknown)[] = [() => transport.close()];
afterEach(async () => {
  for (const close of closing.splice(1)) await close();
});

async function receiver(...given: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...given);
  closing.push(started.close);
  return started;
}

const request = (url: string, given: Partial<TransportRequest> = {}): TransportRequest => ({
  url,
  headers: { 'Content-Type': 'application/json' },
  body: '{}',
  timeoutMs: 10_000,
  redirects: 'refuse',
  ...given,
});

test('the text arrives byte for byte with its headers, and the status comes back', async () => {
  const { url, seen } = await receiver((_, response) => response.writeHead(202).end('thanks'));
  const body = '{"name":"Zoë £ 💷"}';
  const headers = { 'X-Svc-Signature': 'abc', 'Content-Length': String(Buffer.byteLength(body)) };
  expect(await transport(request(`${url}hook?a=b`, { body, headers }))).toEqual({ status: 202 });
  expect(seen[0]!.body.toString()).toBe(body);
  expect(seen[0]!.path).toBe('/hook?a=b');
  expect(seen[0]!.headers['x-svc-signature']).toBe('abc');
});

test('a connection is used again', async () => {
  const { url, seen } = await receiver();
  for (const _ of [1, 2, 3]) expect(await transport(request(url))).toEqual({ status: 204 });
  expect(new Set(seen.map(({ socket }) => socket)).size).toBe(1);
});

test('an idle connection that the receiver closes at the wrong moment costs no attempt', async () => {
  const { url, seen } = await receiver(({ socket }, response) => {
    const first = seen.findIndex((one) => one.socket === socket) === seen.length - 1;
    if (first) response.writeHead(204).end();
    else socket.destroy();
  });
  expect(await transport(request(url))).toEqual({ status: 204 });
  expect(await transport(request(url))).toEqual({ status: 204 });
});

test('one that the receiver closes with its answer is not used again', async () => {
  const { url, seen } = await receiver((_, response) =>
    response.writeHead(204, { connection: 'close' }).end(),
  );
  for (const _ of [1, 2]) expect(await transport(request(url))).toEqual({ status: 204 });
  expect(new Set(seen.map(({ socket }) => socket)).size).toBe(2);
});

test('a second try over a connection of its own goes by the rules for addresses too', async () => {
  const looked: string[] = [];
  const rules = targetRules();
  const own = createHttpTransport({
    ...rules,
    lookup: (name, ...rest) => {
      looked.push(name);
      rules.lookup(name, ...rest);
    },
  });
  closing.push(() => own.close());
  const { url, seen } = await receiver(({ socket }, response) => {
    if (seen.length === 2) socket.destroy();
    else response.writeHead(204).end();
  });
  const named = url.replace('127.0.0.1', 'localhost');
  for (const _ of [1, 2]) expect(await own(request(named))).toEqual({ status: 204 });
  expect([seen.length, looked]).toEqual([3, ['localhost', 'localhost']]);
});

test('a transport that is closed keeps no connection', async () => {
  const own = createHttpTransport();
  const { url, seen } = await receiver();
  expect(await own(request(url))).toEqual({ status: 204 });
  own.close();
  await expect.poll(() => seen[0]!.socket.destroyed).toBe(true);
});

test('a receiver that hangs up on a fresh connection is a failure', async () => {
  const { url, seen } = await receiver(({ socket }) => socket.destroy());
  expect(await transport(request(url))).toEqual({ error: 'connection reset' });
  expect(seen).toHaveLength(1);
});

test('a receiver that does not answer in time is a failure', async () => {
  const { url } = await receiver(() => {});
  expect(await transport(request(url, { timeoutMs: 30 }))).toEqual({ error: 'no answer within 30 ms' });
});

test('an answer counts even when its body never ends, or is far too long', async () => {
  const trickling = await receiver((_, response) => void response.writeHead(200).write('...'));
  expect(await transport(request(trickling.url, { timeoutMs: 1000 }))).toEqual({ status: 200 });
  const long = await receiver((_, response) => response.writeHead(200).end(Buffer.alloc(5_000_000)));
  expect(await transport(request(long.url))).toEqual({ status: 200 });
});

test('a port without a listener, an unknown scheme and a broken address are failures in words', async () => {
  const { url, close } = await startReceiver();
  await close();
  expect(await transport(request(url))).toEqual({ error: 'connection refused' });
  expect(await transport(request('ftp://receiver.test/'))).toEqual({ error: 'not an http(s) URL' });
  expect(await transport(request('not a url'))).toEqual({ error: 'not a valid URL' });
});

test('an answer that is no HTTP is a failure', async () => {
  const server = createServer((socket) => socket.end('220 mail.test ready\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as { port: number };
  expect(await transport(request(`http://127.0.0.1:${port}/`))).toEqual({ error: expect.any(String) });
});

test('a redirect is an answer like any other, unless it is to be followed', async () => {
  const target = await receiver();
  for (const status of [301, 302, 307, 308]) {
    const moved = await receiver((_, response) => response.writeHead(status, { location: target.url }).end());
    expect(await transport(request(moved.url))).toEqual({ status });
    expect(await transport(request(moved.url, { redirects: 'follow', body: `{"a":${status}}` }))).toEqual({
      status: 204,
    });
  }
  expect(target.seen.map(({ body }) => body.toString())).toEqual([
    '{"a":301}',
    '{"a":302}',
    '{"a":307}',
    '{"a":308}',
  ]);
});

test('redirects in a circle, or to another scheme, come to an end', async () => {
  const circle = await receiver((_, response) => response.writeHead(307, { location: '/' }).end());
  expect(await transport(request(circle.url, { redirects: 'follow' }))).toEqual({
    error: 'too many redirects',
  });
  const elsewhere = await receiver((_, response) =>
    response.writeHead(307, { location: 'file:///etc/hosts' }).end(),
  );
  expect(await transport(request(elsewhere.url, { redirects: 'follow' }))).toEqual({
    error: 'not an http(s) URL',
  });
});

test('a header value cannot smuggle in another header, and no error quotes it', async () => {
  const { url, seen } = await receiver();
  const headers = { 'X-A': 'secret\r\nX-Evil: 1' };
  const outcome = await transport(request(url, { headers }));
  expect(outcome).toEqual({ error: 'a header holds characters that cannot be sent' });
  expect(seen).toHaveLength(0);
});

test('no address and no header makes it reject', async () => {
  const anything = fc.string({ unit: 'binary', maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(anything, anything, anything, async (rest, name, value) => {
      const outcome = await transport(request(`http://127.0.0.1:1/${rest}`, { headers: { [name]: value } }));
      expect(outcome).toEqual({ error: expect.any(String) });
    }),
    { numRuns: 50 },
  );
});

test('what is known of an address holds for that address alone, however many there are', async () => {
  const { url, seen } = await receiver();
  const strict = createHttpTransport(targetRules({ webhookDeny: ['denied.test'] }));
  closing.push(() => strict.close());
  const paths = Array.from({ length: 120 }, (_, nth) => `/hook/${nth}?n=${nth}`);
  for (const path of [...paths, ...paths]) {
    expect(await strict(request(new URL(path, url).href))).toEqual({ status: 204 });
    expect(await strict(request(`http://denied.test${path}`))).toMatchObject({
      error: expect.stringContaining('denied.test'),
    });
  }
  expect(seen.map(({ path }) => path)).toEqual([...paths, ...paths]);
});
