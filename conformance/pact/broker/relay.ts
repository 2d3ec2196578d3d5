import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { bodyOf, startLocalServer } from '../../../spec/local-server.ts';
import { bodyText } from '../../../spec/read-body.ts';
import { textHeaders } from '../../target/exchange.ts';
import { readJson } from '../../target/read-json.ts';
import { type BrokerExchange, unreachableBroker } from './broker.ts';

export type Relay = Awaited<ReturnType<typeof startRelay>>;

/** A pipe from the verifier to a broker: the verifier does not fail when a broker answers nonsense. */
export async function startRelay(brokerUrl: string) {
  const broker = new URL(brokerUrl);
  const exchanges: BrokerExchange[] = [];

  const attempt = async (path: string, request: RequestInit & { method: string }) => {
    const { method } = request;
    const signal = AbortSignal.timeout(30_000);
    try {
      const answer = await fetch(broker.origin + path, { ...request, signal, redirect: 'manual' });
      const text = await bodyText(answer);
      exchanges.push({ method, path, status: answer.status, answer: readJson(text) });
      const type = answer.headers.get('content-type');
      // Links lead back through the pipe.
      return { status: answer.status, type, text: text.replaceAll(broker.origin, server.url) };
    } catch (error) {
      const late = Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
      const unreachable = unreachableBroker(brokerUrl, signal.aborted ? late : error);
      exchanges.push({ method, path, status: undefined, answer: undefined, unreachable });
      return { status: 502, type: 'application/json', text: JSON.stringify({ error: unreachable }) };
    }
  };

  const pass = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/', headers: given } = incoming;
    const { connection: _, host: __, 'content-length': ___, 'transfer-encoding': ____, ...headers } = given;
    const body = String(await bodyOf(incoming)) || undefined;
    const request = { method, headers: textHeaders(headers), body };
    let answer = await attempt(path, request);
    for (let again = 0; again < 2 && answer.status >= 500; again++) {
      await sleep(250 * 2 ** again);
      answer = await attempt(path, request);
    }
    // Left alone, the verifier comes back for a minute and more after a 5xx, and never after a 400.
    const status = answer.status >= 500 ? 400 : answer.status;
    response.writeHead(status, answer.type === null ? {} : { 'Content-Type': answer.type }).end(answer.text);
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
