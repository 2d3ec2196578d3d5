import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { listening } from '../../spec/local-server.ts';
import { createServer, stopServing } from './server.ts';

/** Thirty connections that ask for the same at once. */
function thirtyCallers(port: number) {
  const sockets = Array.from({ length: 30 }, () => connect(port, '127.0.0.1'));
  return {
    async ask(path: string): Promise<void> {
      for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      await Promise.all(sockets.map((socket) => once(socket, 'data')));
    },
    end(): void {
      for (const socket of sockets) socket.destroy();
    },
  };
}

it('begins few of the requests that arrive together in one turn of the event loop', async () => {
  let turn = 0;
  let isOver = false;
  const countTurns = (): void => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  const began = new Map<number, number>();
  const server = createServer(({ url }, response) => {
    if (url === '/slow') {
      began.set(turn, (began.get(turn) ?? 0) + 1);
      for (const ends = performance.now() + 10; performance.now() < ends; );
    }
    response.end();
  });
  const port = Number(new URL(await listening(server, 0)).port);
  const { ask, end } = thirtyCallers(port);
  await ask('/');
  countTurns();
  await ask('/slow');
  isOver = true;
  end();
  await stopServing(server);
  expect([...began.values()].reduce((sum, count) => sum + count)).toBe(30);
  expect(Math.max(...began.values())).toBeLessThanOrEqual(3);
});

it('reads few of the connections that send together in one turn of the event loop', async () => {
  const read = new Map<Socket, number>();
  let isCounted = false;
  let readInOneTurn = 0;
  const server = createServer(({ url }, response) => {
    if (url === '/slow' && !isCounted) {
      isCounted = true;
      for (const ends = performance.now() + 50; performance.now() < ends; );
      setImmediate(() => {
        readInOneTurn = [...read].filter(([socket, before]) => socket.bytesRead > before).length;
      });
    }
    response.end();
  });
  server.on('connection', (socket) => read.set(socket, 0));
  const port = Number(new URL(await listening(server, 0)).port);
  const { ask, end } = thirtyCallers(port);
  await ask('/');
  for (const socket of read.keys()) read.set(socket, socket.bytesRead);
  await ask('/slow');
  end();
  await stopServing(server);
  expect(readInOneTurn).toBeGreaterThanOrEqual(1);
  expect(readInOneTurn).toBeLessThanOrEqual(2);
});
