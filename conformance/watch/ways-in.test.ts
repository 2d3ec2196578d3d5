import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../scripts/testing/temporary-folder.ts';
import { bodyOf } from '../../spec/local-server.ts';
import { watched } from './index.ts';
import { Intake } from './intake.ts';
import { OpenWatch } from './open-watch.ts';
import { startProxy } from './proxy.ts';
import { Watch } from './watch.ts';

async function served(handle: Parameters<typeof createServer>[1]): Promise<{ proxy: string; watch: Watch }> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const watch = new Watch();
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const proxy = await startProxy({ kind: 'exchange', to, port: 0, intake: new Intake(watch) });
  onTestFinished(async () => {
    await proxy.close();
    server.closeAllConnections();
    server.close();
  });
  return { proxy: proxy.url, watch };
}

test('requests and responses pass byte for byte, however they are encoded', async () => {
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256));
  const { proxy, watch } = await served(async (request, response) => {
    const sent = await bodyOf(request);
    response.writeHead(200, {
      'X-Sent': String(sent.equals(bytes)),
      'X-Path': request.url,
      'Content-Encoding': 'odd',
    });
    response.end(bytes);
  });
  const answer = await fetch(`${proxy}/configuration?a=%20b`, { method: 'PATCH', body: bytes });
  expect([answer.headers.get('x-sent'), answer.headers.get('x-path')]).toEqual([
    'true',
    '/configuration?a=%20b',
  ]);
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  await expect.poll(() => watch.ledger.counts.unread).toBe(1);
});

test('a deployment that closes an idle connection is asked again, and the client sees nothing of it', async () => {
  const seen = new WeakSet<object>();
  const { proxy } = await served((request, response) => {
    if (seen.has(request.socket)) return void request.socket.destroy();
    seen.add(request.socket);
    response.end('{}');
  });
  for (const path of ['/configuration', '/providers', '/users'])
    expect((await fetch(proxy + path)).status).toBe(200);
});

test('what the proxy cannot do is a 502 that says that the proxy said so', async () => {
  const proxy = await startProxy({
    kind: 'exchange',
    to: 'http://127.0.0.1:1',
    port: 0,
    intake: new Intake(new Watch()),
  });
  onTestFinished(() => proxy.close());
  const answer = await fetch(`${proxy.url}/users`);
  expect(answer.status).toBe(502);
  expect(await answer.json()).toEqual({
    errors: [expect.stringContaining('payrig watch says this, not the deployment')],
  });
});

test('a deployment that lies about its length, and a client that goes away, harm nobody', async () => {
  const { proxy, watch } = await served((request, response) => {
    if (request.url === '/users')
      response.writeHead(200, { 'Content-Length': '99' }).write('{"us', () => response.destroy());
  });
  await expect(fetch(`${proxy}/users`).then((answer) => answer.text())).rejects.toThrow();
  await new Promise<void>((resolve) => {
    const leaving = httpRequest(`${proxy}/providers`).on('error', () => resolve());
    leaving.on('socket', (socket) =>
      socket.on('connect', () => leaving.end(() => setImmediate(() => leaving.destroy(new Error('left'))))),
    );
  });
  await expect.poll(() => watch.ledger.counts.unread).toBe(2);
});

test('a deployment that hangs holds up neither other requests nor the end of the proxy', async () => {
  const { proxy, watch } = await served((request, response) => {
    if (request.url === '/configuration') response.setHeader('Content-Type', 'application/json').end('{}');
  });
  const leave = new AbortController();
  const hanging = fetch(`${proxy}/users`, { signal: leave.signal });
  for (let time = 0; time < 3; time++) expect((await fetch(`${proxy}/configuration`)).status).toBe(200);
  await expect.poll(() => watch.ledger.counts.exchanges).toBe(3);
  leave.abort();
  await expect(hanging).rejects.toThrow();
  await expect.poll(() => watch.ledger.counts.unread).toBe(1);
});

test('what drips reaches the client drop by drop, and is judged once it is whole', async () => {
  const drops = ['{"payroll_', 'period_', 'months": 6}'];
  let drip: () => void = () => undefined;
  const { proxy, watch } = await served((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    drip = () => {
      const drop = drops.shift();
      if (drop === undefined) response.end();
      else response.write(drop);
    };
    drip();
  });
  const answer = await fetch(`${proxy}/configuration`);
  let text = '';
  // The next drop falls only when the last one has arrived: nothing is held back.
  for await (const chunk of answer.body!) {
    text += Buffer.from(chunk).toString();
    expect(watch.ledger.counts.exchanges).toBe(0);
    drip();
  }
  expect(JSON.parse(text)).toEqual({ payroll_period_months: 6 });
  await expect.poll(() => watch.ledger.entries.get('configuration.shape.types')?.confirmed).toBe(1);
});

test('an answer of up to a gigabyte streams through, and little of it is kept', async () => {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  // A gigabyte takes seconds: that is for the proof.
  const size = process.env['PAYRIG_PROOF'] ? 1024 : 200;
  const { proxy, watch } = await served((_, response) => {
    response.writeHead(200, { 'Content-Length': String(size * chunk.length) });
    Readable.from(Array.from({ length: size }, () => chunk)).pipe(response);
  });
  const before = process.memoryUsage().rss;
  let most = before;
  let bytes = 0;
  for await (const part of (await fetch(`${proxy}/providers`)).body!) {
    bytes += part.length;
    most = Math.max(most, process.memoryUsage.rss());
  }
  expect(bytes).toBe(size * chunk.length);
  expect(most - before).toBeLessThan(150e6 + size * 250e3);
  await expect.poll(() => watch.ledger.counts.unread).toBe(1);
}, 240_000);

test('a judge that throws does not touch the traffic, and the fault is told', async () => {
  const { proxy, watch } = await served((_, response) => void response.end('{}'));
  vi.spyOn(watch, 'end').mockImplementation(() => {
    throw new Error('the judge fell over');
  });
  for (let time = 0; time < 2; time++) expect(await (await fetch(`${proxy}/users`)).text()).toBe('{}');
  await expect.poll(() => [...watch.ledger.faults]).toEqual([['Error: the judge fell over', 2]]);
});

test('SIGUSR2 writes the ledger and the reports while the proxy goes on, and a restart goes on from the file', async () => {
  const folder = await temporaryFolder();
  const ledger = join(folder, 'ledger.json');
  const server = createServer((_, response) => void response.end('{}')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => void server.close());
  const exchanges = (): number => JSON.parse(readFileSync(ledger, 'utf8')).exchanges;
  for (const already of [0, 1]) {
    const words = [
      'scripts/payrig.ts',
      'watch',
      to,
      '--port',
      '0',
      '--ledger',
      ledger,
      '--report-dir',
      folder,
    ];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
    const [line] = await once(child.stdout, 'data');
    const [url] = /http:\/\/[^ ]+/.exec(`${line}`) ?? [];
    await fetch(`${url}/configuration`);
    if (already === 0) {
      child.kill('SIGUSR2');
      await expect.poll(() => readdirSync(folder), { timeout: 20_000 }).toContain('report.json');
      expect(exchanges()).toBe(1);
    }
    child.kill('SIGINT');
    await once(child, 'exit');
    expect(exchanges()).toBe(already + 1);
  }
}, 120_000);

test('a ledger that cannot be written ends neither the proxy nor the traffic, and is written once it can be', async () => {
  const folder = await temporaryFolder();
  const ledger = join(folder, 'missing', 'ledger.json');
  const server = createServer((_, response) => void response.end('{}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const to = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const words = ['scripts/payrig.ts', 'watch', to, '--port', '0', '--ledger', ledger];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  const [line] = await once(child.stdout, 'data');
  const [url] = /http:\/\/[^ ]+/.exec(`${line}`) ?? [];
  for (let time = 0; time < 2; time++) {
    child.kill('SIGUSR2');
    await expect.poll(() => said, { timeout: 20_000 }).toContain('The ledger');
    expect((await fetch(`${url}/configuration`)).status).toBe(200);
  }
  mkdirSync(join(folder, 'missing'));
  child.kill('SIGUSR2');
  await expect.poll(() => existsSync(ledger), { timeout: 20_000 }).toBe(true);
  expect(said.match(/The ledger/g)).toHaveLength(1);
  expect(child.exitCode).toBe(null);
}, 120_000);

const entry = (method: string, url: string, status: number, text: string, encoding?: string) => ({
  startedDateTime: '2026-11-02T10:00:00.000Z',
  time: 3,
  request: { method, url, headers: [{ name: 'X-API-KEY', value: 'k' }] },
  response: {
    status,
    headers: [{ name: 'Content-Type', value: 'application/json' }],
    content: { size: text.length, text, encoding },
  },
});

test('a HAR is judged at the address where most operations are, Base64 bodies included', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'export.har');
  const entries = [
    entry(
      'GET',
      'https://api.example/v1/configuration',
      200,
      Buffer.from('{"payroll_period_months":"six"}').toString('base64'),
      'base64',
    ),
    entry('GET', 'https://api.example/v1/providers', 404, '{"errors":["no"]}'),
    entry('GET', 'https://cdn.example/users', 200, 'x'),
    { request: { url: 'about:blank' } },
  ];
  writeFileSync(file, JSON.stringify({ log: { entries } }));
  const open = new OpenWatch({});
  expect(await open.har(file)).toEqual({ base: 'https://api.example/v1', others: 2 });
  expect(open.watch.ledger.entries.get('configuration.shape.types')).toMatchObject({ broken: 1 });
});

test.each([
  ['is cut off', '{"log":{"entries":[{"requ', 'cut off'],
  ['is not a HAR', '{"nothing":1}', 'no list log.entries'],
  ['has no operation of the contract', '{"log":{"entries":[{}]}}', 'None of the 1 exchanges'],
])('a HAR that %s gets a sentence', async (_, text, sentence) => {
  const file = join(await temporaryFolder(), 'export.har');
  writeFileSync(file, text);
  await expect(new OpenWatch({}).har(file)).rejects.toThrow(sentence);
});

test('an enormous HAR gets a sentence, and is not read', async () => {
  const file = join(await temporaryFolder(), 'export.har');
  writeFileSync(file, '');
  // Three gigabytes of nothing, which take no room on the disk.
  truncateSync(file, 3e9);
  await expect(new OpenWatch({}).har(file)).rejects.toThrow('too large; export fewer exchanges');
});

test('another service behind the same host, and an unknown operation, pass and are counted', async () => {
  const { proxy, watch } = await served((request, response) => void response.end(request.url));
  for (const path of ['/orders/7', '/users/x/unheard-of', '/v2/users'])
    expect(await (await fetch(proxy + path)).text()).toBe(path);
  await expect.poll(() => watch.ledger.counts.foreign).toBe(3);
  expect(watch.ledger.counts).toMatchObject({ exchanges: 0, unread: 0 });
  expect(watch.ledger.report(proxy).totals).toMatchObject({ pass: 0, fail: 0, judged: 0 });
});

test('a watched fetch passes a stream on while it looks, and reads no more than 4 MB ahead', async () => {
  let pulled = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  const watch = watched(async () => new Response(endless), { baseUrl: 'https://service.example' });
  const { body } = await watch.fetch('https://service.example/configuration');
  await watch.settled();
  expect(pulled).toBeLessThan(10);
  const { value } = await body!.getReader().read();
  expect(value?.length).toBe(1024 * 1024);
  expect(watch.report().notes[0]).toContain('1 could not be read');
});
