import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

/** An answer as it came; `body` is parsed where it is JSON. */
export type ReceivedResponse = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: callers look into bodies of every shape
  body: any;
};

/** No answer came: whether the request did anything, nobody knows. */
export class Unanswered extends Error {
  override name = 'Unanswered';
  /** Whether a connection was used that the other side may have given up as idle at that very moment. */
  stale = false;
}

/** An answer that has no place in the test at hand. */
export class UnexpectedAnswer extends Error {
  override name = 'UnexpectedAnswer';
}

export type Asked = {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string | string[]>;
};

/** One request to the sandbox under test. */
export type Call = (asked: Asked) => Promise<ReceivedResponse>;

/** Connections to a sandbox, kept alive; the API key is that of the first client unless headers say otherwise. */
export class Connections {
  readonly #agent: Agent;
  /** The sandbox may be restarted elsewhere. */
  url: string;
  readonly #patience: number;

  constructor(url: string, { most = 50, patience = 30_000 }: { most?: number; patience?: number } = {}) {
    this.url = url;
    this.#agent = new Agent({ keepAlive: true, maxSockets: most });
    this.#patience = patience;
  }

  call: Call = ({ method, path, body, headers = {} }) =>
    new Promise((resolve, reject) => {
      const text =
        body === undefined || typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const sent = httpRequest(path.startsWith('http') ? path : this.url + path, {
        method,
        agent: this.#agent,
        headers: {
          'x-api-key': 'sandbox-key',
          ...(text !== undefined && {
            'content-type': 'application/json',
            'content-length': String(Buffer.byteLength(text as string)),
          }),
          ...headers,
        },
      });
      const lost = (why: string) => reject(new Unanswered(`${method} ${path}: ${why}`));
      const timer = setTimeout(() => {
        lost(`no answer within ${this.#patience} ms`);
        sent.destroy();
      }, this.#patience);
      sent.on('error', (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        const unanswered = new Unanswered(`${method} ${path}: ${error.code ?? error.message}`);
        unanswered.stale = sent.reusedSocket && error.code === 'ECONNRESET';
        reject(unanswered);
      });
      sent.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => lost(error.message));
        response.on('close', () => {
          clearTimeout(timer);
          if (!response.complete) return lost('the answer was cut off');
          const answered = Buffer.concat(chunks).toString();
          resolve({
            status: response.statusCode as number,
            headers: response.headers,
            text: answered,
            body: parsed(answered),
          });
        });
      });
      sent.end(text);
    });

  close(): void {
    this.#agent.destroy();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The body of an answer that must be a success. */
export async function must(call: Call, asked: Asked): Promise<ReceivedResponse['body']> {
  const { status, body, text } = await call(asked);
  if (status >= 300)
    throw new UnexpectedAnswer(`${asked.method} ${asked.path} gave ${status}: ${text.slice(0, 300)}`);
  return body;
}
