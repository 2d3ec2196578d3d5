import { randomUUID } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { closed, listening } from '../../spec/local-server.ts';
import { http, type IncomingMessage, type Server, type ServerResponse } from '../../spec/node-http.ts';
import { Failure } from '../judgement/failure.ts';
import type { Inbox, Loss, OnDelivery, Received, Receiver, Reply } from '../judgement/receiver.ts';
import { textHeaders } from '../target/exchange.ts';
import { Waits } from './waits.ts';

export type ReceiverOptions = {
  /** The address under which the deployment reaches it; this machine's loopback when left out. */
  publicUrl?: string;
  port?: number;
  host?: string;
  patienceMs: number;
};

const mostBytes = 256 * 1024 * 1024;
/** Most deliveries come sooner; only then does the receiver ask whether one is lost. */
const firstAskMs = 400;

/** One HTTP server with an inbox for every subscription; it starts with the first inbox that is asked for. */
export class HttpReceiver implements Receiver {
  readonly #options: ReceiverOptions;
  readonly #inboxes = new Map<string, Box>();
  readonly #server: Server;
  /** For senders that take the IPv6 address of a host name. */
  readonly #server6: Server;
  #address: string | undefined;
  #named: string | undefined;
  #count = 0;
  strangers = 0;
  readonly #waits: Waits;
  /** What came in so far; a sender without end is cut off. */
  #bytes = 0;

  constructor(options: ReceiverOptions) {
    this.#options = options;
    this.#waits = new Waits(options.patienceMs, 'webhook deliveries');
    const server = (): Server => http.createServer((request, response) => void this.#take(request, response));
    // A run that is over must not be held up by a sender's kept connections.
    [this.#server, this.#server6] = [server().unref(), server().unref()];
  }

  async start(): Promise<void> {
    const { port = 0, host, publicUrl } = this.#options;
    const address = await listening(this.#server, port, host);
    this.#address = publicUrl?.replace(/(?<!\/)\/+$/, '') ?? address;
    if (publicUrl === undefined) this.#named = await this.#byName(new URL(address));
  }

  /** The address with a host name; undefined where the name also leads elsewhere. */
  async #byName({ hostname, port }: URL): Promise<string | undefined> {
    const found = await lookup('localhost', { all: true }).catch(() => []);
    for (const { address } of found) {
      const listens = () => listening(this.#server6, Number(port), address).catch(() => undefined);
      if (address !== hostname && !(address === '::1' && (await listens()))) return undefined;
    }
    return found.length > 0 ? `http://localhost:${port}` : undefined;
  }

  inbox(told: OnDelivery = () => {}, loss: Loss = async () => undefined): Inbox {
    if (this.#address === undefined) throw new Error('The receiver does not listen yet.');
    // Only the deployment can know the address: what a stranger sends must not count as a delivery.
    const path = `/inbox-${++this.#count}-${randomUUID()}`;
    const named = this.#named && `${this.#named}${path}`;
    const box = boxAt(`${this.#address}${path}`, named, this.#waits, told, loss);
    this.#inboxes.set(path, box);
    // A tunnel with a path of its own may pass it on or cut it off.
    this.#inboxes.set(new URL(box.url).pathname, box);
    return box;
  }

  /** In words, what was no longer waited for in full; undefined while everything was. */
  get gaveUp(): string | undefined {
    return this.#waits.gaveUp;
  }

  async close(): Promise<void> {
    await Promise.all([closed(this.#server), closed(this.#server6)]);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    const sent: AsyncIterable<Buffer> = request;
    try {
      for await (const chunk of sent) {
        this.#bytes += chunk.length;
        if (this.#bytes > mostBytes) return void response.writeHead(507).end(() => request.destroy());
        chunks.push(chunk);
      }
    } catch {
      return;
    }
    // Cut by hand: a sender may ask for `//`, which no URL can be made of.
    const [, path = '/', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(request.url ?? '/') ?? [];
    const box = this.#inboxes.get(path);
    if (!box) {
      this.strangers++;
      return void response.writeHead(404).end();
    }
    const { method = '' } = request;
    const headers = textHeaders(request.headers);
    answer(response, box.take({ method, path, search, headers, raw: Buffer.concat(chunks), at: Date.now() }));
  }
}

function answer(response: ServerResponse, reply: Reply): void {
  if (reply === 'hang') return;
  if (reply === 'reset') return void response.destroy();
  if (typeof reply === 'number') return void response.writeHead(reply).end();
  if ('afterMs' in reply)
    return void setTimeout(() => response.writeHead(reply.status).end(), reply.afterMs).unref();
  response.writeHead(reply.status ?? 307, { Location: reply.redirect }).end();
}

type Box = Inbox & { take(delivery: Received): Reply };
type Matches = (delivery: Received) => boolean;

function boxAt(url: string, named: string | undefined, waits: Waits, told: OnDelivery, loss: Loss): Box {
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  let replies: Reply[] = [200];

  const untilCount = (count: number, what: string, matches: Matches): Promise<Received[]> => {
    const { patienceMs, gaveUp } = waits;
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const settle = (act: () => void): void => {
        clearTimeout(timer);
        clearTimeout(asking);
        waiting.delete(look);
        act();
      };
      const look = (): void => {
        try {
          const found = received.filter(matches);
          if (found.length < count) return;
          waits.came(performance.now() - began);
          settle(() => resolve(found.slice(0, count)));
        } catch (error) {
          settle(() => reject(error));
        }
      };
      const fail = (afterMs: number, why: string | undefined): void => {
        waits.inVain();
        const found = received.filter(matches).length;
        const others = received.length - found;
        const seconds = Math.round(afterMs / 100) / 10;
        const got = `${found} of ${count} within ${seconds} s${others > 0 ? `, and ${others} other deliveries` : ''}`;
        settle(() => reject(new Failure(what, why === undefined ? got : `${got}. ${why}`)));
      };
      const timer = setTimeout(() => fail(patienceMs, gaveUp), patienceMs);
      let asking: NodeJS.Timeout;
      const ask = (afterMs: number): void => {
        asking = setTimeout(async () => {
          const lost = await loss().catch(() => undefined);
          if (lost !== undefined) fail(performance.now() - began, lost);
          else if (waiting.has(look)) ask(2 * afterMs);
        }, afterMs);
      };
      ask(firstAskMs);
      waiting.add(look);
      look();
    });
  };
  return {
    ...{ url, named, received },
    take(delivery) {
      received.push(delivery);
      told(url, delivery);
      waits.heard();
      // The last reply serves all later deliveries.
      const [reply = 200, ...later] = replies;
      if (later.length > 0) replies = later;
      for (const look of [...waiting]) look();
      return reply;
    },
    reply(...given) {
      replies = given.length > 0 ? given : [200];
    },
    until: async (what, matches) => (await untilCount(1, what, matches))[0]!,
    untilCount,
  };
}
