import { setTimeout } from 'node:timers/promises';
import type { RunResult } from '../judgement/result.ts';
import { textHeaders } from '../target/exchange.ts';
import { Copy } from './copy.ts';
import type { RawPassed } from './intake.ts';
import type { TrafficSource } from './ledger.ts';
import { type OpenOptions, OpenWatch } from './open-watch.ts';

export type { RunResult } from '../judgement/result.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
/** What an Express request has once its body was read by `express.raw({ type: '*' + '/*' })`. */
type ReceivedRequest = {
  method: string;
  originalUrl: string;
  headers: Record<string, string | string[] | undefined>;
  body?: unknown;
};

export type WatchedOptions = OpenOptions & {
  /** Base address of the service; requests to other addresses are not looked at. */
  readonly baseUrl: string;
};

export type Watched = {
  /** Sends requests as the given fetch does, and shows them to the judge. */
  readonly fetch: Fetch;
  /** Wraps a receiver of webhooks of the fetch style. */
  receiver(handle: (request: Request) => Promise<Response>): (request: Request) => Promise<Response>;
  /** Express middleware for a receiver, after express.raw(). */
  middleware(request: ReceivedRequest, response: unknown, next: () => void): void;
  /** Waits until the responses that came so far are judged; a body that the caller does not read counts up to 4 MB. */
  settled(): Promise<void>;
  report(): RunResult;
  /** Writes and closes the files of the options. */
  close(): Promise<void>;
};

const empty = Buffer.alloc(0);
const inProcess: TrafficSource = {
  kind: 'live',
  hands: 'was sent by the program that asked for this report, which could leave out what it likes',
};

/** Reads the copy of a body as it comes, up to the longest that is judged: what is longer is not read ahead. */
async function copied({ body }: Request | Response): Promise<Copy> {
  const copy = new Copy();
  if (!body) return copy;
  const reader = body.getReader();
  while (copy.isWhole) {
    const { done, value } = await reader.read();
    if (done) return copy;
    copy.add(value);
  }
  void reader.cancel();
  return copy;
}

/** Watches the requests of a program that cannot have a proxy: a fetch that judges what it sends and gets. */
export function watched(fetch: Fetch, options: WatchedOptions): Watched {
  const open = new OpenWatch(options);
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const underWay = new Set<Promise<void>>();
  const settled = async (): Promise<void> => void (await Promise.all(underWay));
  const track = (judged: Promise<void>): void => {
    underWay.add(judged);
    void judged.then(() => underWay.delete(judged));
  };
  const show = (begun: number, raw: Omit<RawPassed, 'durationMs'>): void =>
    open.intake.end(begun, { ...raw, durationMs: Date.now() - raw.at });
  const deliver = (method: string, url: string, headers: Record<string, string>, body?: Buffer): void =>
    show(open.intake.begin('delivery', method, url), {
      ...{ kind: 'delivery', at: Date.now(), method, url, requestHeaders: headers, status: 200 },
      requestBody: body ?? empty,
      responseHeaders: {},
      responseBody: empty,
      unread: body ? undefined : 'a body is too long to be judged',
    });
  return {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const address = new URL(request.url);
      if (address.origin !== origin || !address.pathname.startsWith(`${prefix}/`)) return fetch(request);
      const { method } = request;
      const url = address.pathname.slice(prefix.length) + address.search;
      const sent = copied(request.clone());
      sent.catch(() => undefined);
      const begun = open.intake.begin('exchange', method, url);
      const nothing = { requestBody: empty, responseHeaders: {}, responseBody: empty, status: 0 };
      const requestHeaders = Object.fromEntries(request.headers);
      const raw = { kind: 'exchange', at: Date.now(), method, url, requestHeaders, ...nothing } as const;
      try {
        const response = await fetch(request);
        const { 'content-encoding': _, ...responseHeaders } = Object.fromEntries(response.headers);
        const { status } = response;
        // The response goes to the caller at once, and is judged when its copy is whole.
        const judged = Promise.all([sent, copied(response.clone())]).then(
          ([{ bytes: requestBody, isWhole }, got]) => {
            const unread = isWhole && got.isWhole ? undefined : 'a body is too long to be judged';
            show(begun, { ...raw, requestBody, responseHeaders, responseBody: got.bytes, status, unread });
          },
          () => show(begun, { ...raw, unread: 'the response was cut off' }),
        );
        track(judged);
        return response;
      } catch (error) {
        show(begun, { ...raw, unread: 'nothing answered' });
        throw error;
      }
    },
    receiver: (handle) => async (request) => {
      const { pathname: path, search } = new URL(request.url);
      const { method, headers } = request;
      const told = (copy?: Copy): void =>
        deliver(method, path + search, Object.fromEntries(headers), copy?.isWhole ? copy.bytes : undefined);
      track(copied(request.clone()).then(told, () => told()));
      return handle(request);
    },
    middleware: ({ method, originalUrl, headers, body }, _response, next) => {
      if (Buffer.isBuffer(body)) deliver(method, originalUrl, textHeaders(headers), body);
      next();
    },
    report: () => open.watch.ledger.report(options.baseUrl, { ...options, source: inProcess }),
    settled,
    close: async () => {
      // A stream that never ends holds nothing up.
      await Promise.race([settled(), setTimeout(1000, undefined, { ref: false })]);
      await open.close(options.baseUrl);
    },
  };
}
