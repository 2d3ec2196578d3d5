import { Agent, request as httpRequest } from 'node:http';
import type { LookupFunction } from 'node:net';
import { TARGET_DENIED, type TargetRules, targetRules } from './target-rules.ts';
import type { Transport, TransportOutcome, TransportRequest } from './transport.ts';

/** A transport over HTTP(S) that keeps connections alive until it is closed. */
export type HttpTransport = Transport & { close(): void };

/** What is read of an answer, whose body says nothing to us, before the connection is given up. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_REDIRECTS = 5;
/** How long an idle connection is kept: less than most receivers do. */
const IDLE_MS = 4000;
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
  [TARGET_DENIED]: 'the sandbox may not call this address',
};

// Codes only: the message of an error may quote what was sent.
const inWords = ({ code, name }: { code?: string; name?: string }) =>
  WORDS[code ?? ''] ?? code ?? name ?? 'failed';

type Exchanged = TransportOutcome & { location?: string | undefined; stale?: boolean };

/** The real transport: keep-alive, a time-out for the whole of it, answers read up to a bound; it never rejects. */
export function createHttpTransport(rules: TargetRules = targetRules()): HttpTransport {
  const options = { keepAlive: true, timeout: IDLE_MS };
  const plain = { request: httpRequest, agent: new Agent(options) };
  let secure: Promise<typeof plain> | undefined;
  // Most sandboxes call no receiver that has a certificate.
  const loadSecure = async (): Promise<typeof plain> => {
    const { Agent, request } = await import('node:https');
    return { request, agent: new Agent(options) };
  };

  const transport: Transport = async (request) => {
    const deadline = performance.now() + request.timeoutMs;
    try {
      let url = new URL(request.url);
      for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        if (!/^https?:$/.test(url.protocol)) return { error: 'not an http(s) URL' };
        const problem = rules.problemOf(url.href);
        if (problem !== undefined) return { error: `the URL ${problem}` };
        if (url.protocol === 'https:') secure ??= loadSecure();
        const way = url.protocol === 'https:' ? await secure! : plain;
        const { lookup } = rules;
        let answer = await post(url, request, deadline, { ...way, lookup });
        // A receiver may close an idle connection at the moment we use it; that is no failure of the receiver.
        if (answer.stale) answer = await post(url, request, deadline, { ...way, lookup, agent: false });
        if ('error' in answer) return { error: answer.error };
        const moved = request.redirects === 'follow' && REDIRECTS.has(answer.status) && answer.location;
        if (!moved) return { status: answer.status };
        url = new URL(moved, url);
      }
      return { error: 'too many redirects' };
    } catch (error) {
      return { error: inWords(error as NodeJS.ErrnoException) };
    }
  };
  return Object.assign(transport, {
    close() {
      plain.agent.destroy();
      void secure?.then(({ agent }) => agent.destroy());
    },
  });
}

/** One POST without redirects. */
function post(
  url: URL,
  { headers, body, timeoutMs }: TransportRequest,
  deadline: number,
  { request, ...way }: { request: typeof httpRequest; agent: Agent | false; lookup: LookupFunction },
): Promise<Exchanged> {
  return new Promise((resolve) => {
    let answer: Exchanged | undefined;
    const sent = request(url, { ...way, method: 'POST', headers });
    const timer = setTimeout(
      () => {
        // An answer whose body trickles on is an answer.
        resolve(answer ?? { error: `no answer within ${timeoutMs} ms` });
        sent.destroy();
      },
      Math.max(1, deadline - performance.now()),
    );
    sent.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      answer = { status, location: headers.location };
      let read = 0;
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read > MAX_ANSWER_BYTES) sent.destroy();
      });
      response.on('error', () => {});
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const stale = sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
      answer ??= { error: inWords(error), stale };
    });
    sent.on('close', () => {
      clearTimeout(timer);
      resolve(answer ?? { error: 'no answer' });
    });
    sent.end(body);
  });
}
