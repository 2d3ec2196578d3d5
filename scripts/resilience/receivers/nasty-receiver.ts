import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { nastyAnswers } from './nasty-answers.ts';

/** A server with a path for each nasty answer, and another one for `/honest`. */
export type NastyReceiver = {
  urlOf(kind: string): string;
  /** By kind, the entries told of, in the order in which each came first. */
  arrivals: ReadonlyMap<string, ReadonlySet<string>>;
  requests(): number;
  /** From now on every answer is an honest one. */
  recover(): void;
  close(): Promise<void>;
};

export const HONEST = 'honest';

export async function startNastyReceiver(): Promise<NastyReceiver> {
  const kinds = [HONEST, ...Object.keys(nastyAnswers)];
  const arrivals = new Map(kinds.map((kind) => [kind, new Set<string>()]));
  const sockets = new Set<Socket>();
  let requests = 0;
  let isNasty = true;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    const kind = decodeURIComponent(request.url?.slice(1) ?? '');
    let text = '';
    try {
      for await (const part of request.setEncoding('utf8')) text += part;
    } catch {
      return;
    }
    arrivals.get(kind)?.add(JSON.parse(text).entry_id);
    const answer = nastyAnswers[kind];
    if (isNasty && answer) answer(request.socket, request);
    else response.writeHead(204).end();
  };
  // A server of its own for the honest one: connections are shared by all that goes to the same server.
  const servers = [createServer(receive), createServer(receive)] as const;
  for (const server of servers) {
    server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket)).on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  const [honest, nasty] = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  );
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    urlOf: (kind) => `${kind === HONEST ? honest : nasty}/${encodeURIComponent(kind)}`,
    arrivals,
    requests: () => requests,
    recover() {
      isNasty = false;
      cut();
    },
    async close() {
      const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
      cut();
      await Promise.all(closed);
    },
  };
}
