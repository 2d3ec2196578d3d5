import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { routes } from '../../../spec/generated/routes.ts';
import { defined, isObject } from '../../../spec/json.ts';
import { bodyOf, closed, listening } from '../../../spec/local-server.ts';
import { http, type IncomingMessage, type Server, type ServerResponse } from '../../../spec/node-http.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { textHeaders } from '../../target/exchange.ts';
import { type JsonFields, readJson } from '../../target/read-json.ts';
import { routeFinder } from '../../target/route-finder.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
};

/** What becomes of an answer on its way: it arrives, the connection is reset, or it is cut in the middle or drips for so long. */
export type Fate =
  | Answer
  | 'reset'
  | { readonly cut: Answer }
  | { readonly drip: Answer; readonly ms: number };

/** One request of the client, as it came, and what the client was answered. */
export type Seen = {
  readonly where: 'service' | 'storage';
  readonly operation: OperationId | 'upload' | undefined;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  readonly at: number;
  /** How many requests of the same operation came before it. */
  readonly nth: number;
  /** In which start of the client it came, the first being 0. */
  readonly run: number;
  answeredAt: number;
  /** What the sandbox answered; undefined when the front let nothing through. */
  made?: Answer;
  /** What arrived at the client; undefined when nothing whole did. */
  answer?: Answer;
  /** True once the client closed the connection before it was answered. */
  left: boolean;
  /** Whether its answer was kept back, or dripped. */
  isHeld?: boolean;
};

/** Decides on the fate of a request; `pass` has the sandbox answer it, at another URL if one is given. */
export type Reaction = (seen: Seen, pass: (url?: string) => Promise<Answer>) => Promise<Fate>;

/** What stands at the end of each presigned URL. */
export const signedQuery = 'X-Sig=a%2Fb%2Bc%3D%3D&name=Zo%C3%AB%20%26%20Co';

/** So often no client repeats a request that means to end. */
const mostRepeats = 100;

/** A sandbox that takes longer runs on a machine that is too busy. */
const slowMs = 2000;

const operationAt = routeFinder(
  Object.entries(routes)
    .filter(([, { path }]) => !path.startsWith('/_'))
    .map(([id, route]) => ({ id: id as OperationId, ...route })),
);

/** Stands before a sandbox's service and its storage: sees all that the client sends, and can spoil or change what it gets. */
export class Front {
  readonly seen: Seen[] = [];
  react: Reaction = (_seen, pass) => pass();
  /** The sandbox behind it, once that is started. */
  target = '';
  /** Whether answers come in chunks, without their length, or compressed. */
  transfer: 'chunks' | 'gzip' | undefined;
  /** Which start of the client goes on; aborting `cutOff` ends the first. */
  run = 0;
  readonly cutOff = new AbortController();
  /** Completes what the sandbox answers, for every case of a journey. */
  amend: (answer: Answer, seen: Seen) => Answer = (answer) => answer;
  /** Whether the sandbox itself was so slow that a client's time limit may have ended a request. */
  isStarved = false;
  /** Aborted when a client repeats one request without end. */
  readonly endless = new AbortController();
  readonly #service = this.#server('service');
  readonly #storage = this.#server('storage');

  /** Where the client finds the service and its storage, once this is started. */
  url = '';
  storageUrl = '';

  async start(): Promise<void> {
    this.url = await listening(this.#service, 0);
    this.storageUrl = await listening(this.#storage, 0);
  }

  async close(): Promise<void> {
    for (const server of [this.#service, this.#storage]) await closed(server);
  }

  #server(where: Seen['where']): Server {
    return http.createServer({ keepAlive: true }, (incoming, outgoing) => {
      this.#take(where, incoming, outgoing).catch(() => incoming.socket.destroy());
    });
  }

  async #take(where: Seen['where'], incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const at = performance.now();
    const body = await bodyOf(incoming);
    const { method = '', url = '' } = incoming;
    const path = url.split(/[?#]/)[0] ?? '';
    const operation = where === 'storage' ? ('upload' as const) : operationAt(method, path)?.id;
    const nth = this.seen.filter((one) => one.operation === operation).length;
    const headers = textHeaders(incoming.headers);
    const { run } = this;
    const seen: Seen = {
      ...{ where, operation, method, url, headers, body, at, nth, run },
      ...{ answeredAt: at, left: false },
    };
    this.seen.push(seen);
    const repeats = this.seen.filter((one) => one.url === url && one.method === method).length;
    if (repeats > mostRepeats) this.endless.abort();
    outgoing.once('close', () => {
      seen.left = !outgoing.writableFinished;
    });
    const isArrangement = where === 'service' && /^\/+_/.test(path);
    const pass = async (other?: string): Promise<Answer> => {
      const to = other ?? url.replace(new RegExp(`[?&]${signedQuery.slice(0, 6)}.*`), '');
      seen.made = isArrangement
        ? refusal(404, 'There is nothing here')
        : this.amend(await this.#forward({ ...seen, url: to }), seen);
      return seen.made;
    };
    const fate = isArrangement ? await pass() : await this.react(seen, pass);
    seen.answeredAt = performance.now();
    if (fate === 'reset') return void incoming.socket.resetAndDestroy();
    if ('cut' in fate) {
      outgoing.writeHead(fate.cut.status, { ...fate.cut.headers, 'content-length': fate.cut.body.length });
      outgoing.write(fate.cut.body.subarray(0, fate.cut.body.length >> 1), () => incoming.socket.destroy());
      return;
    }
    if ('drip' in fate) return drip(fate.drip, outgoing, seen, at + fate.ms);
    seen.answer = fate;
    if (this.transfer === 'chunks') return inPieces(fate, outgoing);
    const isPacked = this.transfer === 'gzip' && /\bgzip\b/.test(headers['accept-encoding'] ?? '');
    const sent = isPacked ? gzipSync(fate.body) : fate.body;
    const packed = isPacked ? { 'content-encoding': 'gzip' } : {};
    outgoing.writeHead(fate.status, { ...fate.headers, ...packed, 'content-length': sent.length }).end(sent);
  }

  #forward({ method, url, headers, body }: Seen): Promise<Answer> {
    const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTheConnection.has(name)));
    if (body.length > 0) kept['content-length'] = String(body.length);
    const { hostname, port } = new URL(this.target);
    const timer = setTimeout(() => {
      this.isStarved = true;
    }, slowMs);
    return new Promise<Answer>((resolve, reject) => {
      const options = { host: hostname, port, method, path: url, headers: kept, agent: false as const };
      const sent = http.request(options, async (response) => {
        const { 'content-type': type, 'retry-after': later } = response.headers;
        const headers = textHeaders(defined({ 'content-type': type, 'retry-after': later }));
        resolve({ status: response.statusCode ?? 0, headers, body: await bodyOf(response) });
      });
      sent.once('error', reject);
      sent.end(body);
    }).finally(() => clearTimeout(timer));
  }
}

/** Sends the head of an answer at once and its body byte by byte, until the client leaves or the time is over. */
async function drip({ status, headers, body }: Answer, outgoing: ServerResponse, seen: Seen, until: number) {
  seen.isHeld = true;
  outgoing.writeHead(status, { ...headers, 'content-length': body.length });
  let at = 0;
  for (; !seen.left && performance.now() < until; await sleep(250)) outgoing.write(body.subarray(at, ++at));
  seen.answeredAt = performance.now();
  outgoing.end(body.subarray(at));
}

/** Sends an answer in chunks of its own packets, each cut within the first letter of several bytes that it meets. */
async function inPieces({ status, headers, body }: Answer, outgoing: ServerResponse): Promise<void> {
  outgoing.writeHead(status, headers);
  const pieceBytes = Math.max(1, Math.ceil(body.length / 12));
  for (let from = 0; from < body.length; ) {
    const least = from + pieceBytes;
    const within = body.subarray(least, least + pieceBytes).findIndex((byte) => (byte & 0xc0) === 0x80);
    const to = within < 0 ? least : least + within;
    outgoing.write(body.subarray(from, to));
    from = to;
    await sleep(2);
  }
  outgoing.end();
}

/** Headers of one connection, which are not passed on. */
const ofTheConnection: ReadonlySet<string> = new Set(['host', 'connection', 'transfer-encoding', 'expect']);

export const jsonAnswer = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: Buffer.from(JSON.stringify(value)),
});

export const refusal = (
  status: number,
  message: string | readonly string[],
  headers?: Record<string, string>,
): Answer => jsonAnswer(status, { errors: [message].flat() }, headers);

export type Body = JsonFields;

/** The JSON object of an answer; undefined where it has none. */
export function jsonOf(answer: Pick<Answer, 'body'> | undefined): Body | undefined {
  const value = readJson(answer?.body.toString() ?? '');
  return isObject(value) ? value : undefined;
}

type Payslip = { id: string; income_information?: { earnings?: { net_pay?: unknown } | null } | null };

export const payslipsIn = (body: Body): Payslip[] => (body['payroll_submissions'] ?? []) as Payslip[];
