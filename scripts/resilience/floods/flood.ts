import { connect, type Socket } from 'node:net';

/** What the connections of a flood have in common: what each sends once it is open, and whether it reads. */
export type FloodKind = { says: string; repeats?: string; reads?: boolean };

const key = 'Host: localhost\r\nX-API-KEY: sandbox-key\r\n';
const get = (path: string): string => `GET ${path} HTTP/1.1\r\n${key}\r\n`;

/** Ways to keep a connection busy and give nothing for it. */
export const floodKinds: Readonly<Record<string, FloodKind>> = {
  'says nothing': { says: '' },
  'half a request line': { says: 'GET /us' },
  'drips headers': { says: `GET /users HTTP/1.1\r\n${key}`, repeats: 'X-A: b\r\n' },
  'half a body': {
    says: `POST /_sandbox/users HTTP/1.1\r\n${key}Content-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"forename": "`,
    repeats: 'x',
  },
  'asks and does not read': { says: get('/users?limit=100') },
  'asks a hundred times and does not read': { says: get('/openapi.json').repeat(100) },
  'follows events and does not read': { says: get('/_sandbox/events') },
  'asks without end': { says: get('/users?limit=1'), repeats: get('/users?limit=1').repeat(3), reads: true },
  'no HTTP': { says: '\u0016\u0003\u0001\u0000', reads: true },
};

/** Connections of one kind; resolves when each of them is open or refused. */
export async function flood(
  port: number,
  count: number,
  { says, repeats, reads = false }: FloodKind,
): Promise<{ opened: number; end(): void }> {
  const sockets = new Set<Socket>();
  let opened = 0;
  const timers: NodeJS.Timeout[] = [];
  const open = (): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      sockets.add(socket);
      if (reads) socket.resume();
      socket.on('error', () => resolve());
      socket.on('close', () => {
        sockets.delete(socket);
        resolve();
      });
      socket.on('connect', () => {
        opened += 1;
        socket.write(says);
        if (repeats !== undefined)
          timers.push(setInterval(() => socket.writableLength < 65_536 && socket.write(repeats), 100));
        resolve();
      });
    });
  await Promise.all(Array.from({ length: count }, open));
  return {
    opened,
    end() {
      for (const timer of timers) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}
