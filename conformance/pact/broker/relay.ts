import {
  createServer,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { unreachableText } from '../../target/transport.ts';

/** What went to the broker and what came of it. */
export type RelayExchange = {
  readonly method: string;
  readonly path: string;
  /** Undefined when the broker could not be reached. */
  readonly status: number | undefined;
  /** The parsed JSON answer; undefined when it is none. */
  readonly answer: unknown;
  readonly unreachable?: string;
};

export type Relay = {
  readonly url: string;
  readonly exchanges: readonly RelayExchange[];
  close(): Promise<void>;
};

export type RelayOptions = {
  brokerUrl: string;
  timeoutMs: number;
  /** Changes the body of a request on its way. */
  outgoing?: (path: string, body: Buffer) => Buffer;
};

/**
 * A pipe on this machine between a Pact tool and a broker.
 *
 * The tools say little of what a broker answered, exit with 0 when it answered nonsense, and rewrite the pacts that they
 * publish. Through the pipe the answers are known, and the bytes of a pact can be put back.
 */
export async function startRelay({ brokerUrl, timeoutMs, outgoing }: RelayOptions): Promise<Relay> {
  const broker = new URL(brokerUrl);
  const exchanges: RelayExchange[] = [];
  let own = '';
  const server = createServer((incoming, response) => {
    void pass(incoming, response).catch(() => response.destroy());
  });

  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = incoming.url ?? '/';
    const method = incoming.method ?? 'GET';
    const body = await bytesOf(incoming);
    const sent = body.length > 0 && outgoing ? outgoing(path, body) : body;
    try {
      const answer = await forward(
        broker,
        { method, path, headers: headersFor(incoming, broker), timeout: timeoutMs },
        sent,
      );
      // Links lead back through the pipe.
      const text = (await bytesOf(answer)).toString('utf8');
      exchanges.push({ method, path, status: answer.statusCode ?? 0, answer: parsed(text) });
      const out = Buffer.from(text.replaceAll(broker.origin, own));
      const { 'transfer-encoding': _, connection: __, ...headers } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': out.byteLength }).end(out);
    } catch (error) {
      const unreachable = unreachableText(brokerUrl, error);
      exchanges.push({ method, path, status: undefined, answer: undefined, unreachable });
      response
        .writeHead(502, { 'Content-Type': 'application/json' })
        .end(JSON.stringify({ error: unreachable }));
    }
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${own}${broker.pathname.replace(/\/+$/, '')}`,
    exchanges,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function forward(broker: URL, options: RequestOptions, body: Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = (broker.protocol === 'https:' ? secureRequest : plainRequest)(
      broker.origin,
      options,
      resolve,
    );
    request.on('timeout', () =>
      request.destroy(Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' })),
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** The tool's own headers; the answer is read here, so it must not be compressed. */
function headersFor({ headers }: IncomingMessage, broker: URL) {
  const { connection: _, 'content-length': __, 'accept-encoding': ___, ...kept } = headers;
  return { ...kept, host: broker.host };
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
