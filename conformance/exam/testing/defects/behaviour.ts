import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal, type Steps } from '../hand-made-receiver.ts';
import { type Defect, defect } from './defect.ts';

const signedOnly = { with: ['secret'] } as const;
const encryptedOnly = { with: ['key'] } as const;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
type Event = Record<string, unknown>;

/** Looks at the event once it is known to be a delivery, and refuses some. */
const demanding =
  (accepts: (event: Event) => boolean) =>
  ({ isDelivery }: Steps): Partial<Steps> => ({
    isDelivery: (event) => isDelivery(event) && accepts(event as Event),
  });

const serverError = (_: unknown, response: ServerResponse): void =>
  void response.writeHead(500).end('Error: oops');

/** Mistakes in what is done with a delivery, forged or genuine. */
export const behaviourDefects: readonly Defect[] = [
  defect(
    'trusts-bank-statements',
    'signature.missing',
    ({ verify }) => ({
      verify: (body, ...rest) => body.includes('user-bank-statement-submitted') || verify(body, ...rest),
    }),
    signedOnly,
  ),
  defect('sends-forgers-to-the-login-page', 'signature.missing', () => ({
    fail: (_, response) => void response.writeHead(302, { Location: '/login' }).end(),
  })),
  defect('keeps-one-verdict-for-all', 'signature.wrong', ({ take, read, verify, header }) => {
    let isGenuine = false;
    return {
      async take(steps, request, response, own) {
        const body = await read(request);
        isGenuine = verify(body, header(request, 'X-Svc-Signature'), own.secret ?? '', request);
        await wait(5);
        await take({ ...steps, read: async () => body, verify: () => isGenuine }, request, response, own);
      },
    };
  }),
  defect('takes-nothing-for-a-ping', 'content.empty', ({ parse }) => ({
    parse: (plain) =>
      plain.length === 0 ? { event: 'ping', user_id: 'unknown', timestamp: 'now' } : parse(plain),
  })),
  defect('takes-any-text-for-an-event', 'content.not-json', ({ parse }) => ({
    parse(plain) {
      try {
        return parse(plain);
      } catch (error) {
        if (plain.length === 0) throw error;
        return { event: plain.toString(), user_id: 'unknown', timestamp: 'now' };
      }
    },
  })),
  defect('takes-any-json-for-an-event', 'content.no-delivery', () => ({
    isDelivery: () => true,
    isNew: () => true,
    handle: (event, count) => count(event?.['user_id']),
  })),
  defect('gives-up-after-many-refusals', 'survival.garbage', ({ take, fail }) => {
    let refusals = 0;
    return {
      async take(steps, request, response, own) {
        if (refusals > 200) return void response.writeHead(503).end();
        await take(steps, request, response, own).catch((error: unknown) => {
          refusals += 1;
          fail(error, response);
        });
      },
    };
  }),
  defect('dies-of-a-request-that-breaks-off', 'survival.broken-off', ({ take }) => ({
    take(steps, request, response, own) {
      request.on('aborted', () => {
        own.server.close();
        own.server.closeAllConnections();
      });
      return take(steps, request, response, own);
    },
  })),
  defect('answers-forgeries-with-500', 'survival.no-server-error', () => ({ fail: serverError })),
  defect('answers-500-to-what-does-not-decrypt', 'survival.no-server-error', ({ fail }) => ({
    fail: (error, response) =>
      error instanceof Refusal ? fail(error, response) : serverError(error, response),
  })),

  defect(
    'signs-with-sha256',
    'genuine.payroll',
    ({ verify }) => ({
      verify: (body, signature, ...rest) => signature?.length === 64 && verify(body, signature, ...rest),
    }),
    signedOnly,
  ),
  defect(
    'demands-an-entry',
    'genuine.bank-statement',
    demanding(({ entry_id }) => typeof entry_id === 'string'),
  ),
  defect(
    'knows-another-authority',
    'genuine.taxauth',
    demanding(({ event }) => event !== 'user-taxauth-data-submitted'),
  ),
  defect(
    'demands-a-payload',
    'genuine.without-payload',
    demanding(({ payload }) => payload !== undefined),
  ),
  defect(
    'demands-amounts-as-texts',
    'genuine.with-payload',
    demanding((event) => !/"net_pay":\d/.test(JSON.stringify(event))),
  ),
  defect(
    'demands-phone-as-a-number',
    'genuine.with-payload',
    demanding((event) => !/"phone":"/.test(JSON.stringify(event))),
  ),
  defect(
    'demands-a-document',
    'genuine.with-payload',
    demanding((event) => !/"document_id":null/.test(JSON.stringify(event))),
  ),
  defect(
    'demands-an-account',
    'genuine.null-account',
    demanding(({ account_id }) => account_id !== null),
  ),
  defect(
    'knows-every-field-there-can-be',
    'genuine.unknown-fields',
    demanding((event) =>
      Object.keys(event).every((key) =>
        ['event', 'user_id', 'timestamp', 'entry_id', 'account_id', 'payload'].includes(key),
      ),
    ),
  ),
  defect(
    'refuses-kinds-that-it-does-not-know',
    'genuine.unknown-event',
    demanding(({ event }) => /^user-(payroll|bank-statement|taxauth-data)-submitted$/.test(String(event))),
  ),
  defect(
    'verifies-its-own-serialisation',
    'genuine.raw-text',
    ({ verify }) => ({
      verify: (body, ...rest) => verify(Buffer.from(JSON.stringify(JSON.parse(body.toString()))), ...rest),
    }),
    signedOnly,
  ),
  defect(
    'reads-bytes-as-latin-1',
    'genuine.non-ascii',
    ({ verify }) => ({ verify: (body, ...rest) => verify(Buffer.from(body.toString('latin1')), ...rest) }),
    signedOnly,
  ),
  defect(
    'turns-each-chunk-into-text',
    'genuine.non-ascii',
    () => ({
      async read(request) {
        let text = '';
        for await (const chunk of request) text += chunk;
        return Buffer.from(text);
      },
    }),
    signedOnly,
  ),
  defect('reads-half-a-megabyte', 'genuine.year-of-payslips', ({ read }) => ({
    async read(request) {
      const body = await read(request);
      if (body.length > 512 * 1024) throw new Refusal(413);
      return body;
    },
  })),
  defect('reads-a-hundred-kilobytes', 'genuine.large', ({ read }) => ({
    async read(request) {
      const body = await read(request);
      if (body.length > 100 * 1024) throw new Refusal(413);
      return body;
    },
  })),
  defect('looks-for-one-spelling-of-a-header', 'genuine.header-case', () => ({
    header: ({ rawHeaders }, name) => {
      const at = rawHeaders.indexOf(name);
      return at < 0 ? undefined : rawHeaders[at + 1];
    },
  })),
  defect(
    'parses-what-is-marked-as-json',
    'genuine.content-type',
    ({ read }) => ({
      async read(request) {
        const body = await read(request);
        if (/json/.test(request.headers['content-type'] ?? '')) JSON.parse(body.toString());
        return body;
      },
    }),
    encryptedOnly,
  ),
  defect('answers-a-repeat-with-409', 'genuine.repeat', ({ isNew }) => ({
    isNew(...given) {
      if (!isNew(...given)) throw new Refusal(409);
      return true;
    },
  })),
  defect('works-on-one-at-a-time', 'genuine.together', ({ take }) => {
    let busy = false;
    return {
      async take(steps, request, response, own) {
        if (busy) return void response.writeHead(503).end();
        busy = true;
        await wait(5);
        await take(steps, request, response, own).finally(() => {
          busy = false;
        });
      },
    };
  }),
  defect('takes-no-event-older-than-the-last', 'genuine.out-of-order', () => {
    let latest = 0;
    return {
      isNew({ timestamp }) {
        const at = Date.parse(String(timestamp));
        if (at < latest - 1000) throw new Refusal(422);
        latest = Math.max(latest, at);
        return true;
      },
    };
  }),

  defect('handles-before-it-verifies', 'handled.forged', ({ read, take, parse, decrypt, header }) => ({
    async take(steps, request, response, own) {
      const body = await read(request);
      try {
        const iv = header(request, 'X-Svc-Encryption-IV');
        const plain = own.key === undefined ? body : decrypt(body, iv, Buffer.from(own.key, 'base64'));
        own.count((parse(plain) as Event)['user_id']);
      } catch {
        // Then it is verified in vain.
      }
      await take({ ...steps, read: async () => body, handle: () => {} }, request, response, own);
    },
  })),
  defect('acknowledges-and-forgets', 'handled.genuine', ({ handle }) => ({
    handle: (event, count) =>
      event['event'] === 'user-bank-statement-submitted' ? undefined : handle(event, count),
  })),
  defect('marks-as-seen-what-has-only-begun', 'handled.genuine', ({ take, isNew }) => {
    const begun = new Map<unknown, number>();
    const idOf = ({ headers }: IncomingMessage): unknown => headers['x-svc-signature'];
    return {
      take(steps, request, ...rest) {
        begun.set(idOf(request), (begun.get(idOf(request)) ?? 0) + 1);
        return take(steps, request, ...rest);
      },
      isNew: (event, body, request) => begun.get(idOf(request)) === 1 && isNew(event, body, request),
    };
  }),
  defect('handles-a-repeat-again', 'handled.once', () => ({ isNew: () => true })),
  defect('looks-before-it-marks', 'handled.once', ({ handle }) => {
    const done = new Set<unknown>();
    return {
      isNew: ({ user_id }) => !done.has(user_id),
      async handle(event, count) {
        await wait(20);
        await handle(event, count);
        done.add(event['user_id']);
      },
    };
  }),
  defect('marks-as-done-what-then-fails', 'handled.after-failure', () => ({ forget: () => {} })),
  defect('acknowledges-and-gives-up-on-a-failure', 'handled.after-failure', ({ handle }) => ({
    async handle(event, count) {
      try {
        await handle(event, count);
      } catch {
        // The defect: the error is swallowed.
      }
    },
  })),

  defect('never-answers', 'time.bound', () => ({ take: async () => {} })),
  defect('works-before-it-answers', 'time.acknowledge-first', ({ handle }) => ({
    async handle(event, count) {
      await wait(300);
      await handle(event, count);
    },
  })),
];
