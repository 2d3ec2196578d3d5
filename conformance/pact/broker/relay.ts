import {
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
  type ServerResponse,
} from 'node:http';
import { request as secureRequest } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalServer } from '../../../spec/local-server.ts';
import { bodyText } from '../../../spec/read-body.ts';
import { readJson } from '../../target/read-json.ts';
import { unreachableText } from '../../target/transport.ts';
import type { BrokerExchange } from './broker.ts';

export type Relay = Awaited<ReturnType<typeof startRelay>>;

type RelayOptions = {
  brokerUrl: string;
  timeoutMs: number;
  /** How often a request is sent again that got no answer, or a 5xx. */
  retries: number;
};

/** A pipe from the verifier to a broker: the verifier does not fail when a broker answers nonsense. */
export async function startRelay({ brokerUrl, timeoutMs, retries }: RelayOptions) {
  const broker = new URL(brokerUrl);
  const exchanges: BrokerExchange[] = [];

  const attempt = async (options: RequestOptions & { path: string }, body: Buffer) => {
    const { method = 'GET', path } = options;
    try {
      const { statusCode = 502, headers, text } = await forward(broker, options, body);
      exchanges.push({ method, path, status: statusCode, answer: readJson(text) });
      // Links lead back through the pipe.
      return {
        status: statusCode,
        type: headers['content-type'],
        text: text.replaceAll(broker.origin, server.url),
      };
    } catch (error) {
      const unreachable = unreachableText(brokerUrl, error);
      exchanges.push({ method, path, status: undefined, answer: undefined, unreachable });
      return { status: 502, type: 'application/json', text: JSON.stringify({ error: unreachable }) };
    }
  };

  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = incoming.url ?? '/';
    const body = await buffer(incoming);
    const headers = headersFor(incoming, broker);
    const options = { method: incoming.method, path, headers, timeout: timeoutMs };
    let answer = await attempt(options, body);
    for (let again = 0; again < retries && answer.status >= 500; again++) {
      await sleep(250 * 2 ** again);
      answer = await attempt(options, body);
    }
    // Left alone, the verifier comes back for a minute and more after a 5xx, and never after a 400.
    const status = answer.status >= 500 ? 400 : answer.status;
    response
      .writeHead(status, answer.type === undefined ? {} : { 'Content-Type': answer.type })
      .end(answer.text);
  };

  const server = await startLocalServer((incoming, response) => {
    void pass(incoming, response).catch(() => response.destroy());
  });
  return {
    url: `${server.url}${broker.pathname.replace(/(?<!\/)\/+$/, '')}`,
    exchanges: exchanges as readonly BrokerExchange[],
    close: server.close,
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

/** The verifier's own headers; the answer is read here, so it must not be compressed. */
function headersFor({ headers }: IncomingMessage, broker: URL) {
  const { connection: _, 'content-length': __, 'accept-encoding': ___, ...kept } = headers;
  return { ...kept, host: broker.host };
}
