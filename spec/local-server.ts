import { once } from 'node:events';
import { http, type IncomingMessage, type RequestListener, type Server } from './node-http.ts';

/** Listens on a port, a free one for 0, and returns the address. */
export async function listening(server: Server, port: number, host = '127.0.0.1'): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** Ends every connection at once, busy ones too. */
export const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

export type LocalServer = Awaited<ReturnType<typeof startLocalServer>>;

/** An HTTP server on a port of this machine; `cut` ends every connection at once. */
export async function startLocalServer(handle: RequestListener, port = 0) {
  const server = http.createServer(handle);
  const url = await listening(server, port);
  return { url, cut: () => server.closeAllConnections(), close: () => closed(server) };
}

const MOST_BYTES = 32 * 1024 * 1024;

export async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of message) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(`The body has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
