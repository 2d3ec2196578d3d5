import { setMaxListeners } from 'node:events';
import https from 'node:https';
import { type Agent, type ClientRequest, http, type IncomingMessage } from '../../spec/node-http.ts';
import { errorText, NoAnswer, RunStopped, TargetUnusable, UnreadableAnswer } from './call-errors.ts';
import type { Exchange, SentRequest } from './exchange.ts';
import type { RateLimit } from './rate-limit.ts';

export type WireAnswer = Pick<Exchange, 'status' | 'headers' | 'text' | 'durationMs'>;

export type TransportOptions = {
  timeoutMs: number;
  concurrency: number;
  rateLimit?: RateLimit;
  /** Ends all that is to come, and soon what is under way. */
  signal?: AbortSignal;
  sleep: (ms: number) => Promise<void>;
};

const mostRetries = 4;
const longestWaitMs = 60_000;
/** How long a run waits in all for Retry-After; from then on the 429 or 503 is the answer. */
const longestWaitingMs = 600_000;
/** How long a run that is stopped waits for what may have made something. */
const farewellMs = 1000;
const longestAnswerBytes = 32 * 1024 * 1024;
const mostInterimAnswers = 100;
/** So many requests without an answer, and the target is not asked any more. */
const mostSilences = 3;

/** Sends requests over kept-alive connections, obeys Retry-After, and keeps within the bounds it was given. */
export class Transport {
  readonly #options: TransportOptions;
  readonly #http: Agent;
  readonly #https: https.Agent;
  #silences = 0;
  #waitedMs = 0;
  #waitingUntil = 0;
  sent = 0;
  /** Whether anything was ever answered; until then a cut connection says that this is no server for us. */
  answered = false;

  constructor(options: TransportOptions) {
    this.#options = options;
    // Each request under way listens to it; Node 20 takes more than ten for a leak, and says so.
    if (options.signal) setMaxListeners(0, options.signal);
    const agent = { keepAlive: true, maxSockets: options.concurrency };
    this.#http = new http.Agent(agent);
    this.#https = new https.Agent(agent);
  }

  /** Sends a request, waiting and sending again when the server says when (429 and 503 with Retry-After). */
  async send(request: SentRequest): Promise<WireAnswer> {
    for (let attempt = 0; ; attempt++) {
      this.#stopIfOver();
      await this.#options.rateLimit?.turn();
      const answer = await this.#once(request);
      const waitMs = attempt < mostRetries ? retryAfterMs(answer) : undefined;
      if (waitMs === undefined || waitMs > longestWaitMs || !this.#mayWait(waitMs)) return answer;
      await this.#wait(waitMs);
    }
  }

  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }

  #stopIfOver(): void {
    if (this.#options.signal?.aborted) throw new RunStopped('the run is over');
    if (this.#silences >= mostSilences) throw new TargetUnusable('The target stopped answering.');
  }

  /** Time in which several wait at once counts once. */
  #mayWait(ms: number): boolean {
    const now = performance.now();
    this.#waitedMs += Math.max(0, now + ms - Math.max(now, this.#waitingUntil));
    this.#waitingUntil = Math.max(this.#waitingUntil, now + ms);
    return this.#waitedMs <= longestWaitingMs;
  }

  async #wait(ms: number): Promise<void> {
    const { signal, sleep } = this.#options;
    let over = (): void => {};
    const stopped = new Promise<void>((resolve) => {
      over = resolve;
    });
    signal?.addEventListener('abort', over);
    await Promise.race([sleep(ms), stopped]);
    signal?.removeEventListener('abort', over);
  }

  async #once(request: SentRequest, again = true): Promise<WireAnswer> {
    this.sent++;
    const started = performance.now();
    const underWay = this.#start(request);
    try {
      const { status, headers, bytes } = await underWay.answer;
      this.answered = true;
      return { status, headers, text: bytes.toString('utf8'), durationMs: performance.now() - started };
    } catch (error) {
      this.#stopIfOver();
      if (error instanceof NoAnswer && ++this.#silences >= mostSilences)
        throw new TargetUnusable(`The target stopped answering: ${error.message}.`);
      if (error instanceof NoAnswer || error instanceof UnreadableAnswer) throw error;
      // A server may close a kept connection just as it is used again, and a network may fail once.
      const harmless = underWay.sent.reusedSocket || request.method === 'GET';
      if (again && harmless && isReset(error)) return this.#once(request, false);
      if (isReset(error) && this.answered) throw unreadable(request, 'no answer: the connection was cut');
      if (codeOf(error).startsWith('HPE_'))
        throw unreadable(request, `an answer that is not HTTP: ${errorText(error)}`);
      throw new TargetUnusable(unreachableText(request.url, error));
    }
  }

  /** The answer has to be whole within the time, whatever comes meanwhile: a drip of bytes is no answer. */
  #start(request: SentRequest): { sent: ClientRequest; answer: Promise<Whole> } {
    const { timeoutMs, signal } = this.#options;
    const url = new URL(request.url);
    const [{ request: send }, agent] = url.protocol === 'https:' ? [https, this.#https] : [http, this.#http];
    const sent = send(url, { method: request.method, headers: request.headers, agent });
    let timer: NodeJS.Timeout | undefined;
    // What is being made is heard of, so that it can be removed.
    const stop = (): void => {
      clearTimeout(timer);
      const late = (): void => void sent.destroy(new Error('the run is over'));
      if (request.method === 'GET') late();
      else timer = setTimeout(late, farewellMs);
    };
    signal?.addEventListener('abort', stop);
    // Waiting for a free connection is not the server's fault.
    sent.once('socket', () => {
      if (signal?.aborted) return;
      // Made only when it is needed: an error's stack took 7% of a run's processor time.
      const late = () =>
        new NoAnswer(`${requestName(request)} got no whole answer within ${timeoutMs / 1000} s`);
      timer = setTimeout(() => sent.destroy(late()), timeoutMs);
    });
    let interim = 0;
    sent.on('information', () => {
      if (++interim > mostInterimAnswers)
        sent.destroy(unreadable(request, `more than ${mostInterimAnswers} times 1xx`));
    });
    const answer = new Promise<Whole>((resolve, reject) => {
      sent.on('error', reject);
      sent.on('upgrade', (_, socket) => {
        socket.destroy();
        reject(unreadable(request, '101, but the request did not ask to switch protocols'));
      });
      sent.on('response', (message) => void whole(message, request).then(resolve, reject));
    });
    sent.end(request.body);
    const over = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    return { sent, answer: answer.finally(over) };
  }
}

type Whole = { status: number; headers: Record<string, string>; bytes: Buffer };

async function whole(message: IncomingMessage, request: SentRequest): Promise<Whole> {
  const chunks: Buffer[] = [];
  let size = 0;
  const received: AsyncIterable<Buffer> = message;
  for await (const chunk of received) {
    size += chunk.length;
    if (size > longestAnswerBytes)
      throw unreadable(request, `an answer longer than ${longestAnswerBytes / 1024 / 1024} MB`);
    chunks.push(chunk);
  }
  return { status: message.statusCode ?? 0, headers: plainHeaders(message), bytes: Buffer.concat(chunks) };
}

const requestName = ({ method, url }: SentRequest): string => `${method} ${new URL(url).pathname}`;

const unreadable = (request: SentRequest, what: string): UnreadableAnswer =>
  new UnreadableAnswer(`${requestName(request)} got ${what}`);

const isReset = (error: unknown): boolean => ['ECONNRESET', 'EPIPE'].includes(codeOf(error));

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

function plainHeaders({ headers }: IncomingMessage): Record<string, string> {
  const plain = (value: string | string[] = ''): string => [value].flat().join(', ');
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, plain(value)]));
}

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

export function unreachableText(url: string, error: unknown): string {
  const code = codeOf(error);
  const message = errorText(error);
  const { origin } = new URL(url);
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code))
    return `${origin} cannot be trusted: ${message} (${code}).`;
  return `${origin} cannot be reached: ${causes[code] ?? message}.`;
}
