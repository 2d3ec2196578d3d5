import { createServer, type IncomingMessage, type RequestListener } from 'node:http';

export type LocalServer = Awaited<ReturnType<typeof startLocalServer>>;

/** An HTTP server on a port of this machine, a free one unless it is named; `cut` ends every connection at once. */
export async function startLocalServer(handle: RequestListener, port = 0) {
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const cut = (): void => server.closeAllConnections();
  return {
    url: `http://127.0.0.1:${address.port}`,
    cut,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  };
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
