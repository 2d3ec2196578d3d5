import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { ConnectionCut, NoAnswer, RunStopped, TargetUnusable } from '../failure.ts';
import type { SentRequest } from './exchange.ts';
import type { RateLimit } from './rate-limit.ts';

/** What came back over the wire. */
export type WireAnswer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  durationMs: number;
};

export type TransportOptions = {
  /** How long to wait for one answer. */
  timeoutMs: number;
  /** How many requests may be under way at once. */
  concurrency: number;
  rateLimit?: RateLimit;
  /** Aborts whatever is under way, and all that comes after. */
  signal?: AbortSignal;
  sleep: (ms: number) => Promise<void>;
};

const mostRetries = 4;
const longestWaitMs = 60_000;

/** Sends requests over kept-alive connections, obeys Retry-After, and keeps within the bounds it was given. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #http: HttpAgent;
  readonly #https: HttpsAgent;
  /** How many requests went out. */
  sent = 0;
  /** Whether anything was ever answered; until then a cut connection says that this is no server for us. */
  answered = false;

  constructor(options: TransportOptions) {
    this.#options = options;
    const agent = { keepAlive: true, maxSockets: options.concurrency };
    this.#http = new HttpAgent(agent);
    this.#https = new HttpsAgent(agent);
  }

  /** Sends a request, waiting and sending again when the server says when (429 and 503 with Retry-After). */
  async send(request: SentRequest): Promise<WireAnswer> {
    for (let attempt = 0; ; attempt++) {
      this.#stopIfOver();
      await this.#options.rateLimit?.turn();
      const answer = await this.#once(request);
      const waitMs = attempt < mostRetries ? retryAfterMs(answer) : undefined;
      if (waitMs === undefined || waitMs > longestWaitMs) return answer;
      await this.#options.sleep(waitMs);
    }
  }

  /** Closes the connections that are kept. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #stopIfOver(): void {
    if (this.#options.signal?.aborted) throw new RunStopped('the run is over');
  }

  async #once(request: SentRequest, again = true): Promise<WireAnswer> {
    this.sent++;
    const started = performance.now();
    let sent: ClientRequest | undefined;
    try {
      const message = await new Promise<IncomingMessage>((resolve, reject) => {
        const url = new URL(request.url);
        const secure = url.protocol === 'https:';
        sent = (secure ? httpsRequest : httpRequest)(
          url,
          {
            method: request.method,
            headers: request.headers,
            agent: secure ? this.#https : this.#http,
            signal: this.#options.signal,
            timeout: this.#options.timeoutMs,
          },
          resolve,
        );
        sent.on('timeout', () => sent?.destroy(new NoAnswer(timeoutText(request, this.#options.timeoutMs))));
        sent.on('error', reject);
        sent.end(request.body);
      });
      const chunks: Buffer[] = [];
      for await (const chunk of message) chunks.push(chunk as Buffer);
      this.answered = true;
      return {
        status: message.statusCode ?? 0,
        headers: plainHeaders(message),
        text: Buffer.concat(chunks).toString('utf8'),
        durationMs: performance.now() - started,
      };
    } catch (error) {
      this.#stopIfOver();
      if (error instanceof NoAnswer) throw error;
      // A server may close a kept connection just as it is used again; that says nothing about the request.
      if (again && sent?.reusedSocket && isReset(error)) return this.#once(request, false);
      if (isReset(error) && this.answered) throw new ConnectionCut(cutText(request));
      throw new TargetUnusable(unreachableText(request.url, error));
    }
  }
}

const timeoutText = (request: SentRequest, ms: number): string =>
  `${request.method} ${new URL(request.url).pathname} got no answer within ${ms / 1000} s`;

const cutText = ({ method, url }: SentRequest): string =>
  `${method} ${new URL(url).pathname} got no answer: the connection was cut`;

const isReset = (error: unknown): boolean =>
  ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');

function plainHeaders(message: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

/** How long the server asks to wait before the same request; undefined when it does not. */
export function retryAfterMs(answer: Pick<WireAnswer, 'status' | 'headers'>): number | undefined {
  if (answer.status !== 429 && answer.status !== 503) return undefined;
  const value = answer.headers['retry-after'];
  if (value === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name could not be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection timed out',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
};

/** One sentence for a connection that did not come about. */
export function unreachableText(url: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const { origin } = new URL(url);
  if (code && /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
    return `${origin} cannot be trusted: ${message} (${code}).`;
  return `${origin} cannot be reached: ${causes[code ?? ''] ?? message}.`;
}
