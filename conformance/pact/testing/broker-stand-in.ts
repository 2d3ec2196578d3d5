import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BrokerMemory } from './broker-memory.ts';
import { brokerRoutes, type Reply } from './broker-routes.ts';

/** One request as the stand-in saw it. */
export type SeenRequest = { method: string; path: string; headers: IncomingMessage['headers']; body: string };

/** Answers in the broker's place; undefined lets the request through. */
export type Interference = (request: SeenRequest) => Reply | 'hang' | undefined;

/**
 * A broker in memory that speaks the HAL of the Pact Broker as far as the official tools need it: publishing pacts,
 * pacts for verification, verification results, the matrix, deployments, and provider contracts.
 */
export class BrokerStandIn {
  readonly memory = new BrokerMemory();
  readonly seen: SeenRequest[] = [];
  /** What a request must bring, as its Authorization header; nothing when left out. */
  authorization: string | undefined;
  interfere: Interference = () => undefined;
  readonly #server: Server;
  url = '';

  private constructor() {
    this.#server = createServer((request, response) => void this.#take(request, response));
  }

  static async start(): Promise<BrokerStandIn> {
    const broker = new BrokerStandIn();
    await new Promise<void>((resolve) => broker.#server.listen(0, '127.0.0.1', resolve));
    broker.url = `http://127.0.0.1:${(broker.#server.address() as AddressInfo).port}`;
    return broker;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  async #take(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const request = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    this.seen.push(request);
    const reply = this.#reply(request);
    if (reply === 'hang') return;
    const { status, body, type = 'application/hal+json' } = reply;
    response.writeHead(status, { 'Content-Type': `${type};charset=utf-8` });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  #reply(request: SeenRequest): Reply | 'hang' {
    const instead = this.interfere(request);
    if (instead) return instead;
    if (this.authorization !== undefined && request.headers.authorization !== this.authorization)
      return { status: 401, body: { error: { message: 'Authentication failed' } } };
    const url = new URL(request.path, this.url);
    for (const { method, pattern, answer } of brokerRoutes) {
      const found = request.method === method && pattern.exec(url.pathname);
      if (found) {
        const names = found.slice(1).map(decodeURIComponent);
        const body = request.body === '' ? undefined : JSON.parse(request.body);
        return answer({ memory: this.memory, base: this.url, names, body, query: url.searchParams });
      }
    }
    return { status: 404, body: { error: 'No such resource' } };
  }
}
