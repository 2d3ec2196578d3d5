import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, startLocalServer } from '../../local-server.ts';
import { nastyAnswers } from './nasty-answers.ts';

/** A server with a path for each nasty answer, and another one for `/honest`. */
export type NastyReceiver = {
  urlOf(kind: string): string;
  /** By kind, the entries that were delivered, in the order in which each came first. */
  arrivals: ReadonlyMap<string, ReadonlySet<string>>;
  requests(): number;
  /** From now on every response is honest. */
  recover(): void;
  close(): Promise<void>;
};

export const HONEST = 'honest';

export async function startNastyReceiver(): Promise<NastyReceiver> {
  const kinds = [HONEST, ...Object.keys(nastyAnswers)];
  const arrivals = new Map(kinds.map((kind) => [kind, new Set<string>()]));
  let requests = 0;
  let isNasty = true;
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests += 1;
    const kind = decodeURIComponent(request.url?.slice(1) ?? '');
    const body = await bodyOf(request).catch(() => undefined);
    if (!body) return;
    arrivals.get(kind)?.add(JSON.parse(body.toString()).entry_id);
    const answer = nastyAnswers[kind];
    if (isNasty && answer) answer(request.socket, request);
    else response.writeHead(204).end();
  };
  // The honest receiver has a server of its own: the sandbox shares connections among all that goes to one server.
  const honest = await startLocalServer(receive);
  const nasty = await startLocalServer(receive);
  return {
    urlOf: (kind) => `${kind === HONEST ? honest.url : nasty.url}/${encodeURIComponent(kind)}`,
    arrivals,
    requests: () => requests,
    recover() {
      isNasty = false;
      honest.cut();
      nasty.cut();
    },
    async close() {
      await Promise.all([honest.close(), nasty.close()]);
    },
  };
}
