import { createServer, type IncomingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A request as a receiver saw it. */
export type Seen = { path: string; headers: IncomingHttpHeaders; body: Buffer; socket: Socket };

/** A receiver on a free local port that notes what it gets. */
export type Receiver = {
  url: string;
  seen: Seen[];
  /** Resolves when that many requests have come. */
  count(requests: number): Promise<void>;
  close(): Promise<void>;
};

/** Starts a receiver; `answer` says what it does with each request, 204 when left out. */
export async function startReceiver(
  answer: (seen: Seen, response: ServerResponse) => void = (_, response) => response.writeHead(204).end(),
): Promise<Receiver> {
  const seen: Seen[] = [];
  const waiting: { requests: number; resolve: () => void }[] = [];
  const listener: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // A sender that breaks off half way has delivered nothing.
      return;
    }
    const one = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
      socket: request.socket,
    };
    seen.push(one);
    answer(one, response);
    for (const { requests, resolve } of waiting) if (seen.length >= requests) resolve();
  };
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    seen,
    count: (requests) =>
      new Promise((resolve) => {
        if (seen.length >= requests) resolve();
        else waiting.push({ requests, resolve });
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
