import https from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import { type Agent, type ClientRequest, http, type IncomingMessage } from '../../spec/node-http.ts';
import { Failure } from '../judgement/failure.ts';
import { isSuccess, textHeaders } from '../target/exchange.ts';

export type Sent = {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
  /** Where the body is cut into pieces that arrive one after the other. */
  readonly cuts?: readonly number[];
  /** Sent in chunks, without its length. */
  readonly isChunked?: boolean | undefined;
  /** Stands behind the address. */
  readonly query?: string | undefined;
  /** What it says before it is encrypted. */
  readonly plain?: string;
};

export type Reply = { readonly sent: Sent & { readonly url: string }; readonly durationMs: number } & (
  | { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly text: string }
  | { readonly silence: 'timeout' | 'refused' | 'broken'; readonly message: string }
);

export const isTaken = (reply: Reply): boolean => 'status' in reply && isSuccess(reply);

const shown = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

const replyText = (reply: Reply): string =>
  'silence' in reply
    ? reply.message
    : `${reply.status}${reply.text === '' ? '' : ` with ${shown(reply.text)}`}`;

/** A receiver did what it must not: the delivery that shows it, and what came before where that is the cause. */
export class DeliveryFailure extends Failure {
  readonly reply: Reply;

  constructor(expected: string, reply: Reply, cause?: Reply) {
    super(expected, replyText(reply));
    this.reply = cause ?? reply;
  }
}

const longestAnswer = 100_000;
const noticedMs = 30;

/** Posts deliveries to one receiver over kept connections; every byte and the case of every header is the caller's. */
export class Sender {
  count = 0;
  answered = false;
  readonly #url: URL;
  readonly #timeoutMs: number;
  readonly #extra: Readonly<Record<string, string>>;
  readonly #agent: Agent;
  readonly #request: typeof http.request;

  constructor(url: string, timeoutMs: number, extra: Readonly<Record<string, string>> = {}) {
    this.#url = new URL(url);
    this.#timeoutMs = timeoutMs;
    this.#extra = extra;
    const { Agent, request } = this.#url.protocol === 'https:' ? https : http;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 32 });
    this.#request = request as typeof http.request;
  }

  async send(sent: Sent): Promise<Reply> {
    const [reply, reused] = await this.#once(sent);
    // The receiver closed a kept-alive connection just as the sender reused it: no fault, so send again.
    if ('silence' in reply && reply.silence === 'broken' && reused) return (await this.#once(sent))[0];
    return reply;
  }

  /** Sends `copies` copies, and releases the last byte of all of them at the same moment. */
  async sendCopies(sent: Sent, copies: number): Promise<Reply[]> {
    const released = pause(3 * noticedMs);
    const cuts = [Buffer.from(sent.body).length - 1];
    const replies = Array.from({ length: copies }, () => this.#once({ ...sent, cuts }, () => released));
    return (await Promise.all(replies)).map(([reply]) => reply);
  }

  async breakOff({ body, headers }: Sent): Promise<void> {
    this.count++;
    const bytes = Buffer.from(body);
    await new Promise<void>((resolve) => {
      const request = this.#request(this.#url, {
        method: 'POST',
        agent: false,
        headers: { ...this.#extra, ...headers, 'Content-Length': bytes.length },
      });
      request.on('error', () => resolve());
      request.on('close', () => resolve());
      request.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => request.destroy());
    });
    // What follows comes by another connection, and must not overtake this.
    await pause(noticedMs);
  }

  close(): void {
    this.#agent.destroy();
  }

  #once(sent: Sent, between = () => pause(noticedMs)): Promise<[Reply, reused: boolean]> {
    this.count++;
    const started = performance.now();
    const bytes = Buffer.from(sent.body);
    const url = new URL(this.#url);
    if (sent.query !== undefined) url.search += `${url.search === '' ? '?' : '&'}${sent.query}`;
    return new Promise((resolve) => {
      const request = this.#request(url, {
        method: 'POST',
        agent: this.#agent,
        headers: {
          ...this.#extra,
          ...sent.headers,
          ...(sent.isChunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': bytes.length }),
        },
      });
      const end = (outcome: object): void => {
        clearTimeout(timer);
        const durationMs = performance.now() - started;
        if ('status' in outcome) this.answered = true;
        const headers = { ...this.#extra, ...sent.headers };
        const whole = { ...sent, headers, url: url.href };
        resolve([{ sent: whole, durationMs, ...outcome } as Reply, request.reusedSocket]);
      };
      const timer = setTimeout(() => {
        end({ silence: 'timeout', message: `no answer within ${this.#timeoutMs / 1000} s` });
        request.destroy();
      }, this.#timeoutMs);
      request.on('error', (error: NodeJS.ErrnoException) => {
        const refused = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN'].includes(error.code ?? '');
        const message = refused
          ? `no server listens there any more (${error.code})`
          : `the connection was cut without an answer (${error.code ?? error.message})`;
        end({ silence: refused ? 'refused' : 'broken', message });
      });
      request.on(
        'response',
        (response) => void answerOf(response).then(end, (error) => request.destroy(error)),
      );
      void writeInPieces(request, bytes, sent.cuts ?? [], between);
    });
  }
}

async function writeInPieces(
  request: ClientRequest,
  bytes: Uint8Array,
  cuts: readonly number[],
  between: () => Promise<void>,
): Promise<void> {
  let from = 0;
  for (const cut of cuts) {
    request.write(bytes.subarray(from, cut));
    from = cut;
    await between();
  }
  request.end(bytes.subarray(from));
}

async function answerOf(response: IncomingMessage): Promise<object> {
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) if (text.length < longestAnswer) text += chunk;
  return { status: response.statusCode ?? 0, headers: textHeaders(response.headers), text };
}
