import fc from 'fast-check';
import { expect, expectTypeOf, test } from 'vitest';
import { agreementWith } from './agreement.ts';
import {
  type Agreement,
  open,
  type Received,
  seal,
  type WebhookEvent,
  WebhookVerificationError,
} from './index.ts';
import { flippedAt } from './testing/flipped-bit.ts';

const secret = 'a signing secret';
const key = Buffer.alloc(32, 7).toString('base64');
const event = {
  event: 'user-payroll-submitted',
  user_id: 'u',
  timestamp: '2026-01-31T12:00:00.000Z',
  entry_id: 'e',
  account_id: null,
};

type Opening = Omit<Received, keyof Agreement> & Parameters<typeof agreementWith>[0];

/** Opens with what the subscription has, and outright without what it has not. */
const opened = ({ secret, key, ...rest }: Opening) => open({ ...rest, ...agreementWith({ secret, key }) });

function refusal(received: Opening): string {
  try {
    opened(received);
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
  return 'accepted';
}

const received = (sealed: { body: string; headers: Record<string, string> }) => ({
  rawBody: sealed.body,
  headers: sealed.headers,
});

const modes = [{}, { secret }, { key }, { secret, key }];

test('what is sealed opens in all four combinations and no other', () => {
  for (const sent of modes) {
    for (const agreed of modes) {
      const delivery = { ...received(seal({ body: event, ...sent })), ...agreed };
      if (sent === agreed) expect(opened(delivery)).toEqual(event);
      else expect(refusal(delivery)).not.toBe('accepted');
    }
  }
});

test('a mismatch of what was agreed and what came is named', () => {
  const plain = received(seal({ body: event }));
  const signed = received(seal({ body: event, secret }));
  const encrypted = received(seal({ body: event, key }));
  expect(refusal({ ...plain, secret })).toBe('missing-signature');
  expect(refusal({ ...plain, key })).toBe('missing-iv');
  expect(refusal(signed)).toBe('unexpected-signature');
  expect(refusal(encrypted)).toBe('unexpected-encryption');
  expect(refusal({ ...signed, secret: 'another' })).toBe('bad-signature');
  expect(refusal({ ...encrypted, key: Buffer.alloc(32, 8).toString('base64') })).toBe('undecryptable');
});

test('a signature is checked before anything is decrypted', () => {
  const sealed = seal({ body: event, secret, key });
  expect(refusal({ rawBody: `${sealed.body}!`, headers: sealed.headers, secret, key })).toBe('bad-signature');
});

test('the signature covers the encrypted body, not the plain one', () => {
  const plain = seal({ body: event, secret });
  const { headers, body } = seal({ body: event, key });
  const signedFirst = { ...headers, 'X-Svc-Signature': plain.headers['X-Svc-Signature']! };
  expect(refusal({ rawBody: body, headers: signedFirst, secret, key })).toBe('bad-signature');
});

test('any flipped bit in body, signature or vector is refused under every protection', () => {
  const flippedText = (text: string, bit: number) =>
    Buffer.from(flippedAt(Buffer.from(text), bit)).toString('latin1');
  const protections = fc.constantFrom({ secret }, { key }, { secret, key });
  fc.assert(
    fc.property(protections, fc.string({ unit: 'binary' }), fc.nat(), (agreed, user_id, bit) => {
      const sealed = seal({ body: { ...event, user_id }, ...agreed });
      expect(
        refusal({ rawBody: flippedAt(Buffer.from(sealed.body), bit), headers: sealed.headers, ...agreed }),
      ).not.toBe('accepted');
      for (const [name, value] of Object.entries(sealed.headers)) {
        if (name === 'Content-Type') continue;
        const headers = { ...sealed.headers, [name]: flippedText(value, bit) };
        expect(refusal({ rawBody: sealed.body, headers, ...agreed })).not.toBe('accepted');
      }
    }),
  );
});

test('a deployment has its own words in its headers and its events', () => {
  const naming = { vendor: 'acme', authority: 'revenue' };
  const body = { event: 'user-revenue-data-submitted', user_id: 'u', timestamp: 't' };
  const sealed = seal({ body, secret, key, naming });
  expect(Object.keys(sealed.headers)).toEqual(['Content-Type', 'X-Acme-Encryption-IV', 'X-Acme-Signature']);
  expect(opened({ ...received(sealed), secret, key, naming })).toEqual(body);
  expect(refusal({ ...received(sealed), secret, key })).toBe('missing-signature');
  expect(refusal({ ...received(seal({ body })) })).toBe('unknown-event');
});

test('header names may be given outright', () => {
  const headerNames = { signature: 'Signed-By', encryptionIv: 'Vector' };
  const sealed = seal({ body: event, secret, key, headerNames });
  expect(opened({ ...received(sealed), secret, key, headerNames })).toEqual(event);
});

test('a body that is no event is refused by name', () => {
  const refused = (body: string | Uint8Array) => refusal({ rawBody: body, headers: {} });
  for (const body of ['', '{', 'null x', new Uint8Array([0x22, 0xff, 0x22])])
    expect(refused(body)).toBe('not-json');
  for (const body of ['null', '[]', '"text"', '{}', '{"event":1}'])
    expect(refused(body)).toBe('malformed-event');
  expect(refused(JSON.stringify({ ...event, event: 'user-created' }))).toBe('unknown-event');
  expect(refused(JSON.stringify({ ...event, event: 'toString' }))).toBe('unknown-event');
});

test('an event that lacks what every receiver relies on is malformed', () => {
  const spoilt = [
    { user_id: undefined },
    { timestamp: 5 },
    { entry_id: null },
    { account_id: undefined },
    { payload: [] },
    { payload: null },
    { payload: {} },
  ];
  for (const change of spoilt) {
    expect(refusal(received(seal({ body: { ...event, ...change } })))).toBe('malformed-event');
  }
});

test('the kind of an event narrows its type', () => {
  const found: WebhookEvent = opened(
    received(seal({ body: { ...event, payload: { payroll_submissions: [] } } })),
  );
  if (found.event === 'user-payroll-submitted') {
    expectTypeOf(found.account_id).toEqualTypeOf<string | null>();
    expect(found.payload?.payroll_submissions).toEqual([]);
  } else if (found.event === 'user-bank-statement-submitted') {
    expectTypeOf(found.payload?.bank_statement_submissions?.[0]?.bank_statement_probability).toEqualTypeOf<
      number | null | undefined
    >();
  } else if (found.event === 'user-taxauth-data-submitted') {
    expectTypeOf(found.payload?.income_submissions?.[0]?.employment?.total_income).toEqualTypeOf<
      number | null | undefined
    >();
  }
});

test('two deliveries of one body never share a vector', () => {
  const ivs = Array.from({ length: 50 }, () => seal({ body: event, key }).headers['X-Svc-Encryption-IV']);
  expect(new Set(ivs).size).toBe(50);
});
