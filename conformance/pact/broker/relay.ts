import {
  createServer,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyText } from '../../../spec/read-body.ts';
import { readJson } from '../../target/read-json.ts';
import { unreachableText } from '../../target/transport.ts';

export type RelayExchange = {
  readonly method: string;
  readonly path: string;
  /** Undefined when the broker could not be reached. */
  readonly status: number | undefined;
  readonly answer: unknown;
  readonly unreachable?: string;
};

export type Relay = Awaited<ReturnType<typeof startRelay>>;

export type RelayOptions = {
  brokerUrl: string;
  timeoutMs: number;
  /** How often a request is sent again that got no answer, or a 5xx. */
  retries: number;
  outgoing?: (path: string, body: Buffer) => Buffer;
};

/** A pipe from a Pact tool to a broker: the tools exit with 0 when a broker answered nonsense, and rewrite pacts. */
export async function startRelay({ brokerUrl, timeoutMs, retries, outgoing }: RelayOptions) {
  const broker = new URL(brokerUrl);
  const exchanges: RelayExchange[] = [];
  let own = '';
  const server = createServer((incoming, response) => {
    void pass(incoming, response).catch(() => response.destroy());
  });

  const attempt = async (options: RequestOptions & { path: string }, body: Buffer) => {
    const { method = 'GET', path } = options;
    try {
      const { statusCode = 502, headers, text } = await forward(broker, options, body);
      exchanges.push({ method, path, status: statusCode, answer: readJson(text) });
      // Links lead back through the pipe.
      return { status: statusCode, type: headers['content-type'], text: text.replaceAll(broker.origin, own) };
    } catch (error) {
      const unreachable = unreachableText(brokerUrl, error);
      exchanges.push({ method, path, status: undefined, answer: undefined, unreachable });
      return { status: 502, type: 'application/json', text: JSON.stringify({ error: unreachable }) };
    }
  };

  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = incoming.url ?? '/';
    const body = await buffer(incoming);
    const sent = body.length > 0 && outgoing ? outgoing(path, body) : body;
    const headers = headersFor(incoming, broker);
    const options = { method: incoming.method, path, headers, timeout: timeoutMs };
    let answer = await attempt(options, sent);
    for (let again = 0; again < retries && answer.status >= 500; again++) {
      await sleep(250 * 2 ** again);
      answer = await attempt(options, sent);
    }
    // Left alone, the tools come back for a minute and more after a 5xx, and never after a 400.
    const status = answer.status >= 500 ? 400 : answer.status;
    response
      .writeHead(status, answer.type === undefined ? {} : { 'Content-Type': answer.type })
      .end(answer.text);
  };

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `${own}${broker.pathname.replace(/(?<!\/)\/+$/, '')}`,
    exchanges: exchanges as readonly RelayExchange[],
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type BrokerResponse = { statusCode: number | undefined; headers: IncomingMessage['headers']; text: string };

function forward(broker: URL, options: RequestOptions, body: Buffer): Promise<BrokerResponse> {
  return new Promise((resolve, reject) => {
    const send = broker.protocol === 'https:' ? secureRequest : plainRequest;
    const request = send(broker.origin, options, (answer) => {
      const { statusCode, headers } = answer;
      bodyText({ body: Readable.toWeb(answer) as Response['body'] }).then(
        (body) => resolve({ statusCode, headers, text: body }),
        reject,
      );
    });
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
