import { type Connection, Connections, loadLibrary } from './connections.ts';
import { TARGET_DENIED, type TargetRules, targetRules } from './target-rules.ts';
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
  UND_ERR_SOCKET: 'connection reset',
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'host not found',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  ETIMEDOUT: 'connection timed out',
  ERR_INVALID_URL: 'not a valid URL',
  [TARGET_DENIED]: 'the sandbox may not call this address',
  UND_ERR_INVALID_ARG: 'a header holds characters that cannot be sent',
};

/** What an error is called when the other end has closed the connection. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

// Codes only: the message of an error may quote what was sent.
const inWords = ({ code, name }: { code?: string; name?: string }) =>
  WORDS[code ?? ''] ?? code ?? name ?? 'failed';

type Exchanged = TransportOutcome & { location?: string; stale?: boolean };

type Target = { url: URL; path: string; authorization: string | undefined };

/** Reads addresses, each once while it is in use: it takes a good part of the time of a request. */
function targetReader(): (address: string) => Target {
  const known = new Map<string, Target>();
  return (address) => {
    let target = known.get(address);
    if (target === undefined) {
      const url = new URL(address);
      target = { url, path: `${url.pathname}${url.search}`, authorization: authorizationOf(url) };
      if (known.size >= 1000) known.clear();
      known.set(address, target);
    }
    return target;
  };
}

/** What an address with a user and a password stands for. */
function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

/** One POST without redirects, over a connection that nobody else uses meanwhile. */
function post(
  target: Target,
  request: TransportRequest,
  timeoutMs: number,
  connection: Connection,
  connections: Connections,
): Promise<Exchanged> {
  return new Promise((resolve) => {
    const { body } = request;
    const { path, authorization } = target;
    const headers = authorization === undefined ? request.headers : { ...request.headers, authorization };
    let answer: Exchanged | undefined;
    let read = 0;
    const timer = setTimeout(() => {
      // An answer whose body trickles on is an answer.
      giveUp(answer ?? { error: `no answer within ${request.timeoutMs} ms` });
    }, timeoutMs);
    const finish = (outcome: Exchanged) => {
      clearTimeout(timer);
      resolve(outcome);
    };
    const giveUp = (outcome: Exchanged) => {
      finish(outcome);
      connections.drop(connection);
    };
    connection.client.dispatch(
      { method: 'POST', path, headers, body },
      {
        // Without this one, the library takes a handler for one of its older kind.
        onRequestStart() {},
        onResponseStart(_, status, { location }) {
          if (status < 200) return;
          answer = { status, ...(typeof location === 'string' && { location }) };
        },
        onResponseData(_, chunk) {
          read += chunk.length;
          if (read > MAX_ANSWER_BYTES && answer) giveUp(answer);
        },
        onResponseEnd() {
          connection.answers += 1;
          connections.giveBack(connection);
          finish(answer ?? { error: 'no answer' });
        },
        onResponseError(_, error: NodeJS.ErrnoException) {
          const stale = connection.answers > 0 && CLOSED.has(error.code ?? '');
          giveUp(answer ?? { error: inWords(error), stale });
        },
      },
    );
  });
}

async function send(
  request: TransportRequest,
  targetOf: (address: string) => Target,
  connections: Connections,
  rules: TargetRules,
  elapsed: () => number,
): Promise<TransportOutcome> {
  let target = targetOf(request.url);
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const { origin, protocol, href } = target.url;
    if (protocol !== 'http:' && protocol !== 'https:') return { error: 'not an http(s) URL' };
    const problem = rules.problemOf(href);
    if (problem !== undefined) return { error: `the URL ${problem}` };
    const left = () => Math.max(1, request.timeoutMs - elapsed());
    const taken = connections.take(origin);
    const connection = taken instanceof Promise ? await taken : taken;
    let answer = await post(target, request, left(), connection, connections);
    // A receiver may close an idle connection at the moment we use it; that is no failure of the receiver.
    if ('stale' in answer && answer.stale)
      answer = await post(target, request, left(), await connections.open(origin), connections);
    if ('error' in answer) return { error: answer.error };
    const moved = request.redirects === 'follow' && REDIRECTS.has(answer.status) && answer.location;
    if (!moved) return { status: answer.status };
    target = targetOf(new URL(moved, target.url).href);
  }
  return { error: 'too many redirects' };
}

/** The real transport: keep-alive, a time-out for the whole of it, answers read up to a bound; it never rejects. */
export function createHttpTransport(rules: TargetRules = targetRules()): HttpTransport {
  const targetOf = targetReader();
  const connections = new Connections(rules.lookup);
  const transport: Transport = async (request) => {
    const start = performance.now();
    try {
      return await send(request, targetOf, connections, rules, () => performance.now() - start);
    } catch (error) {
      return { error: inWords(error as NodeJS.ErrnoException) };
    }
  };
  return Object.assign(transport, {
    // After what is answered in this turn: loading takes a while.
    prepare: () => void setTimeout(() => void loadLibrary(), 0).unref(),
    close: () => connections.close(),
  });
}
