import { Agent, request as httpRequest, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { addressOf, type CallArguments, requestFor } from '../../../spec/caller.ts';
import type { AnyOperationId, SuccessBody } from '../../../spec/operations.ts';

/** A response; `body` is parsed where it is JSON. */
export type ReceivedResponse = { status: number; headers: IncomingHttpHeaders; text: string; body: unknown };

/** No response came: the request may or may not have been carried out. */
export class Unanswered extends Error {
  override name = 'Unanswered';
  /** Whether a kept-alive connection was reused that the server may have closed as idle at that moment. */
  stale = false;
}

/** A response that the test at hand does not expect. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
}

/** A request, of an operation or of any garbage. */
export type Asked = {
  method: string;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string | string[]>> | undefined;
};

export type Call = (asked: Asked) => Promise<ReceivedResponse>;

export function ask<Id extends AnyOperationId>(id: Id, ...[input]: CallArguments<Id>): Asked {
  const request = requestFor(id, input);
  const { method, body, headers } = request;
  return { method, path: addressOf(request), body, headers };
}

/** The body of an operation's response, which must be a success. */
export async function must<Id extends AnyOperationId>(
  call: Call,
  id: Id,
  ...input: CallArguments<Id>
): Promise<SuccessBody<Id>> {
  const asked = ask(id, ...input);
  const { status, body, text } = await call(asked);
  if (status >= 300)
    throw new UnexpectedAnswer(`${asked.method} ${asked.path} gave ${status}: ${text.slice(0, 300)}`);
  return body as SuccessBody<Id>;
}

/** Sends a request again when the server closed its idle connection in the moment of sending. */
export const retryingStale =
  (call: Call): Call =>
  (asked) =>
    call(asked).catch((error) => {
      if (error instanceof Unanswered && error.stale) return call(asked);
      throw error;
    });

/** Connections to a sandbox, kept alive; they send the API key of the first client unless headers say otherwise. */
export class Connections {
  readonly #agent: Agent;
  /** Changes when the sandbox is restarted on another port. */
  url: string;
  readonly #patience: number;

  constructor(url: string, { most = 50, patience = 120_000 }: { most?: number; patience?: number } = {}) {
    this.url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: most });
    this.#patience = patience;
  }

  call: Call = ({ method, path, body, headers }) =>
    new Promise((resolve, reject) => {
      const content = typeof body === 'string' ? body : JSON.stringify(body);
      const all: OutgoingHttpHeaders = { 'x-api-key': 'sandbox-key' };
      if (content !== undefined) {
        all['content-type'] = 'application/json';
        all['content-length'] = Buffer.byteLength(content);
      }
      Object.assign(all, headers);
      const sent = httpRequest(this.url + path, { method, agent: this.#agent, headers: all });
      const lost = (why: string, stale = false) =>
        reject(Object.assign(new Unanswered(`${method} ${path}: ${why}`), { stale }));
      const timer = setTimeout(() => {
        lost(`no answer within ${this.#patience} ms`);
        sent.destroy();
      }, this.#patience);
      sent.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        lost(error.code ?? error.message, sent.reusedSocket && error.code === 'ECONNRESET');
      });
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => lost(error.message));
        response.on('close', () => {
          clearTimeout(timer);
          if (!response.complete) return lost('the answer was cut off');
          const text = Buffer.concat(chunks).toString();
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, text, body: parsedJson(text) });
        });
      });
      sent.end(content);
    });

  close(): void {
    this.#agent.destroy();
  }
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
