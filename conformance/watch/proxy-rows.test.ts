import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { bodyOf } from '../../spec/local-server.ts';
import { Intake } from './intake.ts';
import { startProxy } from './proxy.ts';
import { rawServer, sendRaw } from './testing/wire.ts';
import { Watch } from './watch.ts';

async function proxyTo(to: string, allowedHosts?: readonly string[]) {
  const watch = new Watch();
  const proxy = await startProxy({ kind: 'exchange', to, port: 0, allowedHosts, intake: new Intake(watch) });
  onTestFinished(() => proxy.close());
  return { url: proxy.url, watch };
}

/** A proxy in front of a server that answers each connection with these bytes, once it has sent something. */
const answering = async (text: string) =>
  proxyTo(await rawServer((socket) => socket.once('data', () => socket.write(Buffer.from(text, 'latin1')))));

async function behind(handle: Parameters<typeof createServer>[1], allowedHosts?: readonly string[]) {
  const server = createServer({ maxHeaderSize: 100_000 }, handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return proxyTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, allowedHosts);
}

const exchangeRaw = async (url: string, text: string): Promise<string> =>
  (await sendRaw(url, [text], () => false)).bytes.toString('latin1');
const get = (path: string, headers = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}Connection: close\r\n\r\n`;

test('a control character in a reason phrase becomes a blank, and all else passes', async () => {
  const { url } = await answering('HTTP/1.1 200 so\u0001so\r\nX-A: 1\r\nContent-Length: 2\r\n\r\n{}');
  const answer = await exchangeRaw(url, get('/users'));
  expect(answer).toMatch(/^HTTP\/1.1 200 so so\r\nX-A: 1\r\n/);
  expect(answer).toMatch(/\{\}$/);
});

test('a change of protocol that the client did not ask for is a 502', async () => {
  const { url } = await answering(
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n',
  );
  const answer = await exchangeRaw(url, get('/users'));
  expect(answer).toMatch(/^HTTP\/1.1 502 .*X-Payrig-Watch: proxy.*changed the protocol/s);
});

test('what follows a request whose end is unknown gets no answer of its own', async () => {
  const { url } = await answering('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}');
  const odd = 'POST /users HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n';
  const answer = await exchangeRaw(url, odd);
  expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 400']);
});

test('an Upgrade is not passed on, so that no request passes unseen', async () => {
  const { url } = await behind(({ headers }, response) => void response.end(`upgrade: ${headers.upgrade}`));
  const answer = await exchangeRaw(
    url,
    `GET /users HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n${get('/users')}`,
  );
  expect(answer).toContain('upgrade: undefined');
  // Node drops what came in the same packet: a client that waited for its answer would wait for ever.
  expect(answer).toContain('\r\nConnection: close\r\n');
});

test.each(['Expect: 100-continue\r\n', ''])(
  'an early 401 is passed on, sent with [%s] and 3 MB',
  async (expecting) => {
    const refusal = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';
    const to = await rawServer((socket) =>
      socket.once('data', () => socket.write(refusal, () => socket.destroy())),
    );
    const { url, watch } = await proxyTo(to);
    const head = `POST /webhooks HTTP/1.1\r\nHost: 127.0.0.1\r\n${expecting}Content-Length: 3000000\r\n\r\n`;
    for (let time = 0; time < 25; time++) {
      const { port, hostname } = new URL(url);
      const socket = connect(Number(port), hostname).on('error', () => undefined);
      onTestFinished(() => void socket.destroy());
      socket.write(head);
      // Who expects leave to send its body waits for it.
      if (expecting === '') socket.write(Buffer.alloc(3_000_000));
      const [first] = await once(socket, 'data');
      expect(`${first}`).toMatch(/^HTTP\/1.1 401 /);
      socket.destroy();
    }
    await expect.poll(() => watch.ledger.counts.exchanges + watch.ledger.counts.unread).toBe(25);
  },
);

test('a body that waits for leave is sent once the deployment gives it', async () => {
  const { url } = await behind(async (request, response) => void response.end(await bodyOf(request)));
  const sending = httpRequest(`${url}/webhooks`, { method: 'POST', headers: { Expect: '100-continue' } });
  sending.flushHeaders();
  await once(sending, 'continue');
  sending.end('{"name":1}');
  const [answer] = await once(sending, 'response');
  expect(`${await bodyOf(answer)}`).toBe('{"name":1}');
});

test('trailers pass in both directions', async () => {
  const { url } = await behind((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { Trailer: 'X-Sum' });
      response.write('{}');
      response.addTrailers({ 'X-Sum': `${request.trailers['x-sum']}-too` });
      response.end();
    });
  });
  const head = 'PUT /users HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nTrailer: X-Sum\r\n';
  const answer = await exchangeRaw(
    url,
    `${head}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nX-Sum: 7\r\n\r\n`,
  );
  expect(answer).toMatch(/Trailer: X-Sum.*0\r\nX-Sum: 7-too\r\n\r\n$/s);
});

test('early hints and a notice of processing come before the response', async () => {
  const { url } = await behind((_, response) => {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</a>; rel=preload', 'x-hint': 'yes' });
    response.end('{}');
  });
  const answer = await exchangeRaw(url, get('/users'));
  expect(answer).toMatch(
    /^HTTP\/1.1 102 .*HTTP\/1.1 103 Early Hints\r\nLink: <\/a>; rel=preload\r\nx-hint: yes.*HTTP\/1.1 200 OK/s,
  );
});

test('headers pass as they came: repeated, in any case, named like parts of an object, and long', async () => {
  const { url } = await behind(({ rawHeaders }, response) => {
    response.writeHead(200, ['X-Both', '1', 'x-both', '2', 'constructor', 'c', 'X-Long', 'b'.repeat(20_000)]);
    response.end(JSON.stringify(rawHeaders));
  });
  const sent = `X-Twice: 1\r\nx-tWICE: 2\r\nconstructor: a\r\n__proto__: b\r\nX-Long: ${'a'.repeat(20_000)}\r\n`;
  const answer = await exchangeRaw(url, get('/users', sent));
  expect(answer).toContain('X-Both: 1\r\nx-both: 2\r\nconstructor: c\r\nX-Long: bbbb');
  expect(answer).toContain('"X-Twice","1","x-tWICE","2","constructor","a","__proto__","b","X-Long","aaaa');
});

test('a head that is too long is a 431 that says that the proxy said so', async () => {
  const { url } = await behind((_, response) => void response.end());
  const answer = await exchangeRaw(url, get('/users', `X-Long: ${'a'.repeat(200_000)}\r\n`));
  expect(answer).toMatch(/^HTTP\/1.1 431 .*X-Payrig-Watch: proxy/s);
});

test.each([
  ['127.0.0.1', 200],
  ['localhost:4020', 200],
  ['staging.example', 200],
  ['evil.example', 403],
])('the Host %s gets %i', async (host, status) => {
  const { url } = await behind((_, response) => void response.end('{}'), ['staging.example']);
  const answer = await exchangeRaw(url, get('/users').replace('127.0.0.1', host));
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
});

test.each([
  ['zstd', zstdCompressSync],
  ['deflate', deflateRawSync],
  ['gzip, Zstd', (bytes: Buffer) => zstdCompressSync(gzipSync(bytes))],
])('a body in %s is read', async (encoding, pack) => {
  const { url, watch } = await behind((_, response) => {
    response.writeHead(200, { 'Content-Encoding': encoding, 'Content-Type': 'application/json' });
    response.end(pack(Buffer.from('{"payroll_period_months":6}')));
  });
  await exchangeRaw(url, get('/configuration'));
  await expect.poll(() => watch.ledger.entries.get('configuration.shape.types')?.confirmed).toBe(1);
});

test.each(['constructor', '__proto__', 'toString'])(
  'a body in the encoding [%s] is counted as unread',
  async (encoding) => {
    const { url, watch } = await behind((_, response) => {
      response.writeHead(200, ['Content-Encoding', encoding]);
      response.end('{}');
    });
    await exchangeRaw(url, get('/configuration'));
    await expect.poll(() => watch.ledger.counts.unread).toBe(1);
    expect(watch.ledger.faults.size).toBe(0);
  },
);
