import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { createSandbox } from '../sandbox.ts';

async function counting() {
  let served = 0;
  const sandbox = await createSandbox({
    users: 1,
    wrap: {
      app: ({ url }, _response, next) => {
        if (url !== '/_sandbox/health') served += 1;
        next();
      },
    },
  });
  onTestFinished(() => sandbox.close());
  const socket = connect(Number(new URL(sandbox.url).port), '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return { served: () => served, socket, url: sandbox.url };
}

const ask = (path: string, more = ''): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: sandbox-key\r\n${more}\r\n`;

it('answers that the caller does not read are not made in advance', { timeout: 30_000 }, async () => {
  const { served, socket, url } = await counting();
  socket.pause().write(ask('/openapi.json').repeat(250));
  await expect.poll(served).toBeGreaterThan(0);
  // What fits into the buffers of the connection goes out; then it stands still, and others are served.
  for (let before = -1; before !== served(); ) {
    before = served();
    for (let turn = 0; turn < 20; turn += 1) expect((await fetch(`${url}/_sandbox/health`)).status).toBe(200);
  }
  expect(served()).toBeLessThan(250);
});

it('requests sent at once are answered all, in their order', async () => {
  const { socket } = await counting();
  const paths = Array.from({ length: 100 }, (_, n) => `/nowhere-${n}`);
  socket.write(paths.map((path) => ask(path)).join('') + ask('/end', 'Connection: close\r\n'));
  let text = '';
  for await (const part of socket.setEncoding('utf8')) text += part;
  expect(text.match(/HTTP\/1\.1 404/g)).toHaveLength(101);
  expect(text).toMatch(/Connection: close/);
});

it('a connection that sends on and on without waiting is closed', async () => {
  const { socket, served } = await counting();
  let isClosed = false;
  socket.on('close', () => {
    isClosed = true;
  });
  socket.resume().write(ask('/openapi.json').repeat(20_000));
  await expect.poll(() => isClosed, { timeout: 20_000 }).toBe(true);
  expect(served()).toBeLessThan(1000);
});

it('connections that together send too much without waiting are closed, and others are served', async () => {
  const { url } = await counting();
  const port = Number(new URL(url).port);
  let closed = 0;
  const sockets = Array.from({ length: 60 }, () => connect(port, '127.0.0.1').on('error', () => {}));
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  onTestFinished(endAll);
  for (const socket of sockets) {
    socket.on('close', () => {
      closed += 1;
    });
    socket.pause().write(ask('/openapi.json').repeat(120));
  }
  // A socket that reads nothing hears that it was closed when it writes.
  const closedSoFar = (): number => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('\r\n');
    return closed;
  };
  await expect.poll(closedSoFar).toBeGreaterThan(15);
  endAll();
  await expect.poll(() => closed).toBe(60);
  const again = connect(port, '127.0.0.1');
  again.write(ask('/nowhere').repeat(100) + ask('/end', 'Connection: close\r\n'));
  let text = '';
  for await (const part of again.setEncoding('utf8')) text += part;
  expect(text.match(/HTTP\/1\.1 404/g)).toHaveLength(101);
});
