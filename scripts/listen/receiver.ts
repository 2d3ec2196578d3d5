import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as it came in. */
export type Incoming = { rawBody: Buffer; headers: IncomingHttpHeaders; at: Date };

/** What to answer: a status, or nothing until the sender gives up. */
export type ReceiverAnswer = number | 'timeout';

/** A receiver that listens until it is closed. */
export type RunningReceiver = { url: string; close(): Promise<void> };

/** Starts a receiver on a free port of this machine; `take` says what each delivery is answered with. */
export async function startReceiver(
  take: (incoming: Incoming) => Promise<ReceiverAnswer>,
): Promise<RunningReceiver> {
  const server = createServer(async (request, response) => {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const incoming = { rawBody: Buffer.concat(chunks), headers: request.headers, at: new Date() };
      const answer = request.method === 'POST' ? await take(incoming) : 405;
      if (answer !== 'timeout') response.writeHead(answer).end();
    } catch {
      // The sender went away in the middle; it will come back.
      response.destroy();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Nobody is kept who waits for an answer that never comes.
        server.closeAllConnections();
      }),
  };
}
