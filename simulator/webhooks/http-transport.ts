import type { Agent, RequestOptions } from 'node:http';
import { urlToHttpOptions } from 'node:url';
import { http, https } from '../http/node-http.ts';
import type { Transport, TransportOutcome, TransportRequest } from './transport.ts';

/** A transport over HTTP(S) that keeps connections alive until it is closed. */
export type HttpTransport = Transport & { close(): void };

/** What is read of an answer, whose body says nothing to us, before the connection is given up. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_REDIRECTS = 5;
// 303 asks for a GET elsewhere, which would deliver nothing.
const REDIRECTS = new Set([301, 302, 307, 308]);

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  ETIMEDOUT: 'connection timed out',
  ERR_INVALID_URL: 'not a valid URL',
  ERR_INVALID_CHAR: 'a header holds characters that cannot be sent',
};

// Codes only: the message of an error may quote what was sent.
const inWords = ({ code, name }: { code?: string; name?: string }) =>
  WORDS[code ?? ''] ?? code ?? name ?? 'failed';

type Answer = TransportOutcome & { location?: string; stale?: boolean };

type Target = { url: URL; options: RequestOptions; agent: Agent | undefined };

/** Reads addresses, each once while it is in use: it takes a good part of the time of a request. */
function targetReader(agents: Record<string, Agent>): (address: string) => Target {
  const known = new Map<string, Target>();
  return (address) => {
    let target = known.get(address);
    if (target === undefined) {
      const url = new URL(address);
      target = { url, options: urlToHttpOptions(url), agent: agents[url.protocol] };
      if (known.size >= 1000) known.clear();
      known.set(address, target);
    }
    return target;
  };
}

/** One POST without redirects. */
function post(
  target: Target,
  request: TransportRequest,
  timeoutMs: number,
  agent: Agent | false,
): Promise<Answer> {
  return new Promise((resolve) => {
    const { headers, body } = request;
    const client = target.url.protocol === 'https:' ? https : http;
    let answer: Answer | undefined;
    const sent = client.request({ ...target.options, method: 'POST', headers, agent });
    const finish = (outcome: Answer) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const timer = setTimeout(() => {
      // An answer whose body trickles on is an answer.
      finish(answer ?? { error: `no answer within ${request.timeoutMs} ms` });
      sent.destroy();
    }, timeoutMs);
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const stale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      finish(answer ?? { error: inWords(error), stale });
    });
    sent.on('response', (response) => {
      answer = { status: response.statusCode ?? 0, location: response.headers.location };
      let read = 0;
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > MAX_ANSWER_BYTES) response.destroy();
      });
      response.on('close', () => finish(answer!));
      response.on('error', () => finish(answer!));
    });
    // Text of one byte a character, as encrypted bodies are, is written faster when Node knows.
    sent.end(body, Buffer.byteLength(body) === body.length ? 'latin1' : 'utf8');
  });
}

async function send(
  request: TransportRequest,
  targetOf: (address: string) => Target,
  elapsed: () => number,
): Promise<TransportOutcome> {
  let target = targetOf(request.url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const { agent, url } = target;
    if (agent === undefined) return { error: 'not an http(s) URL' };
    const left = () => Math.max(1, request.timeoutMs - elapsed());
    let answer = await post(target, request, left(), agent);
    // A receiver may close an idle connection at the moment we use it; that is no failure of the receiver.
    if (answer.stale) answer = await post(target, request, left(), false);
    if ('error' in answer) return { error: answer.error };
    const moved = request.redirects === 'follow' && REDIRECTS.has(answer.status) && answer.location;
    if (!moved) return { status: answer.status };
    target = targetOf(new URL(moved, url).href);
  }
  return { error: 'too many redirects' };
}

/** The real transport: keep-alive, a time-out for the whole of it, answers read up to a bound; it never rejects. */
export function createHttpTransport(): HttpTransport {
  const agents = {
    'http:': new http.Agent({ keepAlive: true }),
    'https:': new https.Agent({ keepAlive: true }),
  };
  const targetOf = targetReader(agents);
  const transport: Transport = async (request) => {
    const start = performance.now();
    try {
      return await send(request, targetOf, () => performance.now() - start);
    } catch (error) {
      return { error: inWords(error as NodeJS.ErrnoException) };
    }
  };
  const close = () => {
    agents['http:'].destroy();
    agents['https:'].destroy();
  };
  return Object.assign(transport, { close });
}
