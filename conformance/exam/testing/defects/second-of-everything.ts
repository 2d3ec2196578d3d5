// Mistakes that one example never shows: exceptions for a shape, a value, a second event or a forged twin.
import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Refusal, type Steps } from '../hand-made-receiver.ts';
import { type Defect, defect } from './defect.ts';

const signedOnly = { with: ['secret'] } as const;
type Event = Record<string, unknown>;
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Does not verify what comes in some shape. */
const trusting =
  (isTrusted: (request: IncomingMessage, body: Buffer) => boolean) =>
  ({ verify }: Steps): Partial<Steps> => ({
    verify: (body, signature, secret, request) =>
      isTrusted(request, body) || verify(body, signature, secret, request),
  });
const refusing =
  (isRefused: (text: string, event: Event) => boolean) =>
  ({ isDelivery }: Steps): Partial<Steps> => ({
    isDelivery: (event) => isDelivery(event) && !isRefused(JSON.stringify(event), event as Event),
  });
/** Acknowledges some deliveries and does nothing with them. */
const dropping =
  (isDropped: (text: string, event: Event) => boolean) =>
  ({ handle }: Steps): Partial<Steps> => ({
    handle: (event, count) => (isDropped(JSON.stringify(event), event) ? undefined : handle(event, count)),
  });
const alsoWith =
  (other: string) =>
  ({ verify }: Steps): Partial<Steps> => ({
    verify: (body, signature, secret, request) =>
      [secret, other].some((one) => verify(body, signature, one, request)),
  });
const telling =
  (answer: (body: Buffer, secret: string, plain: string) => string) =>
  ({ read, verify, decrypt }: Steps): Partial<Steps> => {
    let text = '';
    return {
      verify(body, signature, secret, request) {
        text = answer(body, secret, '');
        return verify(body, signature, secret, request);
      },
      decrypt(body, iv, key) {
        const plain = decrypt(body, iv, key);
        text = answer(body, '', plain.toString());
        return plain;
      },
      read,
      fail: (error, response) =>
        void response.writeHead(error instanceof Refusal ? error.status : 400).end(text),
    };
  };

/** Tells deliveries apart by this, and remembers so many. */
const remembering =
  (idOf: (event: Event) => string, most = Number.POSITIVE_INFINITY) =>
  (): Partial<Steps> => {
    const seen = new Set<string>();
    return {
      isNew(event) {
        if (seen.has(idOf(event))) return false;
        seen.add(idOf(event));
        if (seen.size > most) seen.delete([...seen][0]!);
        return true;
      },
      forget: (event) => void seen.delete(idOf(event)),
    };
  };

export const secondDefects: readonly Defect[] = [
  defect(
    'verifies-json-alone',
    'signature.missing',
    trusting(({ headers }) => !/json/.test(headers['content-type'] ?? '')),
    signedOnly,
  ),
  defect(
    'trusts-inside-addresses',
    'signature.wrong',
    trusting(({ headers }) => /^(10|127)\./.test(String(headers['x-forwarded-for']))),
  ),
  defect(
    'trusts-what-comes-in-chunks',
    'signature.missing',
    trusting(({ headers }) => headers['content-length'] === undefined),
  ),
  defect(
    'does-not-verify-large-bodies',
    'signature.other-secret',
    trusting((_, body) => body.length > 500_000),
  ),
  defect(
    'does-not-verify-what-it-streams',
    'body.changed-bit',
    trusting(({ headers }, body) => body.length > 150_000 && headers['x-svc-signature'] !== undefined),
    signedOnly,
  ),
  defect(
    'trusts-users-that-it-knows',
    'signature.wrong',
    ({ verify }) => {
      const known = new Set<string>();
      return {
        verify(body, signature, secret, request) {
          const user = /"user_id":"([^"]+)"/.exec(body.toString())?.[1] ?? '';
          if (known.has(user)) return true;
          const isRight = verify(body, signature, secret, request);
          if (isRight) known.add(user);
          return isRight;
        },
      };
    },
    signedOnly,
  ),
  defect(
    'trusts-what-is-marked-as-a-test',
    'signature.missing',
    trusting((_, body) => body.includes('"test":true')),
    signedOnly,
  ),
  defect(
    'trusts-what-asks-for-a-test',
    'signature.missing',
    trusting(({ url }) => /[?&]test=true/.test(url ?? '')),
    signedOnly,
  ),
  defect(
    'does-not-verify-kinds-that-it-does-not-know',
    'signature.wrong',
    trusting((_, body) => body.includes('user-pension-submitted')),
    signedOnly,
  ),
  defect(
    'does-not-verify-repeats',
    'signature.missing',
    ({ verify }) => {
      const seen = new Set<string>();
      return {
        verify(body, ...rest) {
          if (!seen.has(body.toString()) && !verify(body, ...rest)) return false;
          seen.add(body.toString());
          return true;
        },
      };
    },
    signedOnly,
  ),
  defect('takes-the-signature-none', 'signature.wrong', ({ verify }) => ({
    verify: (body, signature, ...rest) => signature === 'none' || verify(body, signature, ...rest),
  })),
  defect('verifies-with-sha384-too', 'signature.other-algorithm', ({ verify }) => ({
    verify: (body, signature, secret, request) =>
      signature === createHmac('sha384', secret).update(body).digest('hex') ||
      verify(body, signature, secret, request),
  })),
  defect(
    'acknowledges-large-deliveries-and-drops-them',
    'handled.genuine',
    dropping((text) => text.length > 250_000),
  ),
  defect(
    'tells-the-first-digits-of-the-signature',
    'answers.no-signature',
    telling((body, secret) =>
      createHmac('sha512', secret || 'none')
        .update(body)
        .digest('hex')
        .slice(0, 20),
    ),
    signedOnly,
  ),
  defect('has-the-secret-undefined', 'signature.placeholder', alsoWith(String(undefined))),
  defect('has-a-default-secret', 'signature.placeholder', alsoWith('changeme')),
  defect(
    'says-which-signature-it-expected',
    'answers.no-signature',
    telling((body, secret) => {
      const right = createHmac('sha512', secret || 'none')
        .update(body)
        .digest('hex');
      return `expected ${right}`;
    }),
    signedOnly,
  ),
  defect(
    'shows-its-configuration-in-errors',
    'answers.no-secrets',
    telling((_, secret) => JSON.stringify({ error: 'refused', config: { secret } })),
  ),
  defect('shows-what-it-decrypted-in-errors', 'answers.no-secrets', ({ decrypt }) => ({
    async take(steps, request, response, { key = '' }) {
      const body = await steps.read(request);
      const plain = decrypt(body, steps.header(request, 'X-Svc-Encryption-IV'), Buffer.from(key, 'base64'));
      response.writeHead(request.headers['x-svc-signature'] ? 204 : 401).end(plain.toString().slice(20, 99));
    },
  })),
  defect(
    'takes-no-negative-pay',
    'genuine.values',
    refusing((text) => /"(net_pay|amount)":-/.test(text)),
  ),
  defect(
    'knows-uuids-of-version-4-alone',
    'genuine.values',
    refusing((_, { user_id }) => !/^.{14}4/.test(String(user_id))),
  ),
  defect(
    'counts-pence-in-32-bits',
    'genuine.values',
    refusing((text) =>
      [...text.matchAll(/"net_pay":([\d.]+)/g)].some(([, pounds]) => Number(pounds) * 100 > 2 ** 31 - 1),
    ),
  ),
  defect(
    'demands-milliseconds',
    'genuine.other-forms',
    refusing((_, { timestamp }) => !/\.\d{3}Z$/.test(String(timestamp))),
  ),
  defect(
    'needs-the-employment-of-a-payslip',
    'genuine.other-forms',
    refusing((text) => text.includes('"employment_information":null')),
  ),
  defect(
    'knows-every-field-of-a-payslip',
    'genuine.unknown-fields',
    refusing((text) => /"payroll_submissions":\[\{.*schema_version/.test(text)),
  ),
  defect('handles-one-event-a-user', 'handled.genuine', ({ isNew }) => {
    const users = new Set<unknown>();
    return {
      isNew(event, ...rest) {
        if (users.has(event['user_id'])) return false;
        users.add(event['user_id']);
        return isNew(event, ...rest);
      },
    };
  }),
  defect('drops-what-is-older-than-the-last', 'handled.genuine', ({ isNew }) => {
    const latest = new Map<unknown, string>();
    return {
      isNew(event, ...rest) {
        const time = String(event['timestamp']);
        if (time < (latest.get(event['user_id']) ?? '')) return false;
        latest.set(event['user_id'], time);
        return isNew(event, ...rest);
      },
    };
  }),
  defect('remembers-a-forgery-as-seen', 'handled.genuine', ({ take, isNew, header, decrypt }) => {
    const seen = new Set<string>();
    let isRepeat = false;
    return {
      async take(steps, request, response, own) {
        const body = await steps.read(request);
        let text = body.toString();
        try {
          const iv = header(request, 'X-Svc-Encryption-IV');
          if (own.key !== undefined) text = decrypt(body, iv, Buffer.from(own.key, 'base64')).toString();
        } catch {
          // Then it is remembered as it came.
        }
        isRepeat = seen.has(text);
        seen.add(text);
        await take({ ...steps, read: async () => body }, request, response, own);
      },
      isNew: (...given) => !isRepeat && isNew(...given),
    };
  }),
  defect(
    'acknowledges-negative-pay-and-drops-it',
    'handled.genuine',
    dropping((text) => text.includes('"net_pay":-')),
  ),
  defect('keeps-one-event-a-moment', 'handled.genuine', ({ isNew }) => {
    const moments = new Set<string>();
    return {
      isNew(event, ...rest) {
        const moment = `${event['user_id']} ${event['timestamp']}`;
        if (moments.has(moment)) return false;
        moments.add(moment);
        return isNew(event, ...rest);
      },
    };
  }),
  defect('remembers-the-last-few-deliveries', 'handled.once', () => {
    const last: string[] = [];
    return {
      isNew(event) {
        const id = JSON.stringify(event);
        if (last.includes(id)) return false;
        last.push(id);
        if (last.length > 5) last.shift();
        return true;
      },
    };
  }),
  defect(
    'drops-payslips-of-no-account',
    'handled.genuine',
    dropping((_, { account_id }) => account_id === null),
  ),
  defect(
    'strips-a-byte-order-mark',
    'body.space-added',
    ({ verify, parse }) => ({
      verify: (body, ...rest) => verify(body[0] === 0xef ? body.subarray(3) : body, ...rest),
      parse: (plain) => parse(plain[0] === 0xef ? plain.subarray(3) : plain),
    }),
    signedOnly,
  ),
  defect('looks-before-it-marks-within-a-millisecond', 'handled.once', ({ handle }) => {
    const done = new Set<unknown>();
    return {
      isNew: ({ user_id }) => !done.has(user_id),
      async handle(event, count) {
        await wait(1);
        await handle(event, count);
        done.add(event['user_id']);
      },
    };
  }),
  defect(
    'takes-no-overdrawn-statement',
    'genuine.values',
    refusing((text) => /"closing_balance":"-/.test(text)),
  ),
  defect(
    'needs-the-account-of-a-statement',
    'genuine.other-forms',
    refusing((text) => text.includes('"account_information":null')),
  ),
  defect('needs-a-length', 'genuine.other-forms', ({ take }) => ({
    async take(steps, request, ...given) {
      if (request.headers['content-length'] === undefined) throw new Refusal(411);
      return take(steps, request, ...given);
    },
  })),
  defect('takes-a-vector-of-zeros-for-none', 'encryption.missing-iv', ({ decrypt }) => ({
    decrypt: (body, iv, key) => decrypt(body, iv || Buffer.alloc(12).toString('base64'), key),
  })),
  defect(
    'works-on-statements-before-it-verifies',
    'handled.forged',
    ({ verify, take }) => ({
      async take(steps, request, response, own) {
        const early: Steps['verify'] = (body, ...rest) => {
          const isRight = verify(body, ...rest);
          if (!isRight && body.includes('user-bank-statement-submitted'))
            own.count(/"user_id":"([^"]+)"/.exec(body.toString())?.[1]);
          return isRight;
        };
        await take({ ...steps, verify: early }, request, response, own);
      },
    }),
    signedOnly,
  ),
  defect('takes-plain-json-that-nobody-signed', 'encryption.downgrade', ({ take }) => ({
    async take(steps, request, response, own) {
      const { 'x-svc-signature': signature, 'x-svc-encryption-iv': iv } = request.headers;
      if (signature !== undefined || iv !== undefined) return take(steps, request, response, own);
      own.count(JSON.parse((await steps.read(request)).toString()).user_id);
      response.writeHead(204).end();
    },
  })),
  defect(
    'counts-one-entry-an-account',
    'handled.genuine',
    remembering(({ account_id, user_id, timestamp }) => String(account_id ?? `${user_id} ${timestamp}`)),
  ),
  defect(
    'counts-one-upload-a-user',
    'handled.genuine',
    remembering((event) => `${event['user_id']} ${event['account_id'] === null || event['timestamp']}`),
  ),
  defect(
    'remembers-fifty-deliveries',
    'handled.once',
    remembering((event) => JSON.stringify(event), 50),
  ),
  defect('loses-what-comes-at-once', 'handled.genuine', () => {
    const counts = new Map<unknown, number>();
    return {
      async handle({ user_id }, count) {
        const before = counts.get(user_id) ?? 0;
        await wait(5);
        if (before === (counts.get(user_id) ?? 0)) count(user_id);
        counts.set(user_id, before + 1);
      },
    };
  }),
];
