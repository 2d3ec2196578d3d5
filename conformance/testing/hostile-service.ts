import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

type Hostility = (response: ServerResponse, socket: Socket, request: IncomingMessage) => void;

const json = (response: ServerResponse, text: string, status = 200): void =>
  void response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);

/** Writes again and again until the other side is gone. */
const forEver = (socket: Socket, text: string, everyMs?: number): void => {
  const write = (): void => {
    if (socket.destroyed) return;
    const goOn = socket.write(text);
    if (everyMs !== undefined) setTimeout(write, everyMs);
    else if (goOn) setImmediate(write);
    else socket.once('drain', write);
  };
  write();
};

const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const deep = 200_000;
const odd =
  '\u001b[2J\u001b]0;owned\u0007\u009b31m\u202e\u0000$(touch ran)`touch ran`<script>alert(1)</script>]]>';
const list = (items: unknown): string =>
  JSON.stringify({ pagination: { offset: odd, limit: -1, count: 1e308, total_count: odd }, users: items });

/** Every way in which an answer can attack its reader. */
export const hostilities: Readonly<Record<string, Hostility>> = {
  'an endless body': (_, socket) => {
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    forEver(socket, `10000\r\n${'x'.repeat(65_536)}\r\n`);
  },
  'a drip': (_, socket) => {
    socket.write(`${head}Content-Length: 100000\r\n\r\n`);
    forEver(socket, ' ', 20);
  },
  'endless 1xx': (_, socket) => forEver(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
  'a slow drip of 1xx': (_, socket) => forEver(socket, 'HTTP/1.1 102 Processing\r\n\r\n', 20),
  'a switch of protocols': (_, socket) =>
    void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
  'endless headers': (_, socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    forEver(socket, `X-More: ${'x'.repeat(1000)}\r\n`);
  },
  'no HTTP': (_, socket) => void socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  'a connection that is cut': (_, socket) => void socket.destroy(),
  'half an answer': (_, socket) => void socket.end(`${head}Content-Length: 100\r\n\r\n{"users": [`),
  'deep lists': (response) => json(response, '['.repeat(deep) + ']'.repeat(deep)),
  'deep objects': (response) => json(response, `${'{"users":'.repeat(deep)}1${'}'.repeat(deep)}`),
  'no JSON': (response) => json(response, '{"users": [}'),
  null: (response) => json(response, 'null'),
  'an inherited field': (response) =>
    json(response, '{"__proto__": {"users": []}, "constructor": null, "errors": {"length": 9}}'),
  'control characters': (response) => json(response, list([{ user_id: odd, forename: odd, surname: [odd] }])),
  'control characters in a refusal': (response) => json(response, JSON.stringify({ errors: [odd] }), 400),
  'ids that are paths': (response) =>
    json(
      response,
      JSON.stringify({ user_id: '../../../etc/passwd?#', webhook_id: '..', id: '%00', token: odd }),
    ),
  'a status of its own': (_, socket) =>
    void socket.end('HTTP/1.1 999 \u001b[31m\r\nContent-Length: 0\r\n\r\n'),
  'come back later, always': (response) =>
    void response.writeHead(429, { 'Retry-After': '0' }).end('{"errors": ["later"]}'),
  'a redirect to itself': (response, _, { url = '/' }) =>
    void response.writeHead(307, { Location: url }).end(),
};

/** A service that answers each request in the way that is chosen for it, and in the other way where none is. */
export async function hostileService(
  chosen: (count: number, request: IncomingMessage) => Hostility | undefined,
  otherwise: Hostility = (response) => json(response, '{}'),
): Promise<{ url: string; requests: () => number; close: () => Promise<void> }> {
  let count = 0;
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const { socket } = request;
    request.resume();
    (chosen(count++, request) ?? otherwise)(response, socket, request);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => count,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
