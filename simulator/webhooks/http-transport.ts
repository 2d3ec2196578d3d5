import { urlToHttpOptions } from 'node:url';
import { type Agent, http, type RequestOptions } from '../../spec/node-http.ts';
import { TARGET_DENIED, type TargetRules, targetRules } from './target-rules.ts';

export type TransportRequest = {
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  redirects: 'refuse' | 'follow';
};

/** What came of it: the status of the answer, or in a few words why there was none. */
export type TransportOutcome = { status: number } | { error: string };

/** Makes a POST and never rejects. */
export type Transport = (request: TransportRequest) => Promise<TransportOutcome>;

/** How much of an answer's body is read, and ignored, before the connection is closed. */
const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_REDIRECTS = 5;
/** How long an idle connection is kept: shorter than most receivers keep theirs. */
const IDLE_MS = 4000;
// 303 asks for a GET elsewhere, which would deliver nothing.
const REDIRECTS = new Set([301, 302, 307, 308]);

const WORDS: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  ETIMEOUT: 'host not found',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  ETIMEDOUT: 'connection timed out',
  ERR_INVALID_URL: 'not a valid URL',
  ERR_INVALID_CHAR: 'a header holds characters that cannot be sent',
  [TARGET_DENIED]: 'the sandbox may not call this address',
};

// Codes only: the message of an error may quote what was sent.
function inWords(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const code = 'code' in error ? String(error.code) : error.name;
  return WORDS[code] ?? code;
}

/** What came of one POST; `stale` when a reused connection was closed before the answer. */
type PostOutcome = TransportOutcome & { location?: string | undefined; stale?: boolean };

/** The transport over HTTP(S): keep-alive until it is closed, one timeout for the whole request, a bound on answers; it never rejects. */
export function createHttpTransport(rules: TargetRules = targetRules()): Transport & { close(): void } {
  const options = { keepAlive: true, timeout: IDLE_MS };
  const plain = { request: http.request, agent: new http.Agent(options) };
  let secure: Promise<typeof plain> | undefined;
  // Most sandboxes call no receiver that has a certificate.
  const loadSecure = async (): Promise<typeof plain> => {
    const { Agent, request } = await import('node:https');
    return { request, agent: new Agent(options) };
  };

  // Most deliveries go where the one before went; to take its URL apart and judge it takes 10 to 15 µs of about 400.
  let latest: { url: string; options: RequestOptions; problem: string | undefined } | undefined;
  const judged = (url: string): NonNullable<typeof latest> => {
    if (latest?.url === url) return latest;
    const target = new URL(url);
    const options = { ...urlToHttpOptions(target), lookup: rules.lookup, method: 'POST' };
    const found = /^https?:$/.test(target.protocol) ? rules.problemOf(target.href) : '';
    const problem = found === '' ? 'not an http(s) URL' : found && `the URL ${found}`;
    latest = { url, options, problem };
    return latest;
  };

  const transport: Transport = async (request) => {
    const deadline = performance.now() + request.timeoutMs;
    try {
      let url = request.url;
      for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
        const { options, problem } = judged(url);
        if (problem !== undefined) return { error: problem };
        if (options.protocol === 'https:') secure ??= loadSecure();
        const protocol = options.protocol === 'https:' && secure ? await secure : plain;
        let answer = await post(options, request, deadline, protocol);
        // A receiver may close an idle connection at the moment we use it; that is no failure of the receiver.
        if (answer.stale) answer = await post(options, request, deadline, { ...protocol, agent: false });
        if ('error' in answer) return { error: answer.error };
        const location = request.redirects === 'follow' && REDIRECTS.has(answer.status) && answer.location;
        if (!location) return { status: answer.status };
        url = new URL(location, url).href;
      }
      return { error: 'too many redirects' };
    } catch (error) {
      return { error: inWords(error) };
    }
  };
  return Object.assign(transport, {
    close() {
      plain.agent.destroy();
      void secure?.then(({ agent }) => agent.destroy());
    },
  });
}

const post = (
  options: RequestOptions,
  { headers, body, timeoutMs }: TransportRequest,
  deadline: number,
  { request, agent }: { request: typeof http.request; agent: Agent | false },
): Promise<PostOutcome> =>
  new Promise((resolve) => {
    let answer: PostOutcome | undefined;
    const sent = request({ ...options, agent, headers });
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
