import { createCipheriv, createHash, createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Delivered, diagnosisOf } from './diagnose-delivery.ts';

const secret = 'whsec_3f9a';
const key = Buffer.alloc(32, 7);
const iv = Buffer.alloc(12, 9);
const plain = '{"event":"user-payroll-submitted", "user_id":"u-1"}';

const hmac = (algorithm: string, withKey: string | Buffer, bytes: string | Buffer): string =>
  createHmac(algorithm, withKey).update(bytes).digest('hex');

function sealed(withKey: Buffer | string, text = plain): { text: Buffer; tag: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', withKey, iv);
  return { text: Buffer.concat([cipher.update(text), cipher.final()]), tag: cipher.getAuthTag() };
}

const delivered = (over: Partial<Delivered>): Delivered => ({
  raw: Buffer.from(plain),
  signature: undefined,
  iv: undefined,
  plain,
  agreed: {},
  others: [],
  ...over,
});

const signed = (signature: string, over: Partial<Delivered> = {}): string[] =>
  diagnosisOf(delivered({ signature, agreed: { signing_secret: secret }, ...over }));

test('a delivery as it should be has no diagnosis', () => {
  expect(signed(hmac('sha512', secret, plain))).toEqual([]);
  expect(diagnosisOf(delivered({}))).toEqual([]);
});

test.each([
  ['in capital letters', hmac('sha512', secret, plain).toUpperCase()],
  ['in Base64', createHmac('sha512', secret).update(plain).digest('base64')],
  ['with something before it', `sha512=${hmac('sha512', secret, plain)}`],
  ['HMAC-SHA256', hmac('sha256', secret, plain)],
  ['without any secret', createHash('sha512').update(plain).digest('hex')],
  ['the JSON written anew', hmac('sha512', secret, JSON.stringify(JSON.parse(plain)))],
  ['decoded from Base64', hmac('sha512', Buffer.from(secret, 'base64'), plain)],
])('a wrong signature is known by how it was made: %s', (words, signature) => {
  expect(signed(signature)).toEqual([expect.stringContaining(words)]);
});

test('the secret of another subscription, and the plain body of an encrypted one, are recognised', () => {
  expect(signed(hmac('sha512', 'other', plain), { others: [{ signing_secret: 'other' }] })).toEqual([
    'it is signed with the secret of another subscription',
  ]);
  const { text, tag } = sealed(key);
  const raw = Buffer.from(Buffer.concat([text, tag]).toString('base64'));
  const agreed = { signing_secret: secret, encryption_key: key.toString('base64') };
  expect(signed(hmac('sha512', secret, plain), { raw, iv: iv.toString('base64'), agreed })).toEqual([
    'this is the signature of the plain body: it was signed before it was encrypted',
  ]);
});

const keyText = key.toString('base64');
const whole = (withKey: Buffer | string): Buffer => {
  const { text, tag } = sealed(withKey);
  return Buffer.concat([text, tag]);
};
const tagFirst = (): Buffer => {
  const { text, tag } = sealed(key);
  return Buffer.concat([tag, text]);
};

test.each([
  ["the key's raw text", whole(keyText.slice(0, 32))],
  ['a hash of the key', whole(createHash('sha256').update(keyText).digest())],
  ['before the cipher text', tagFirst()],
  ['without its tag', sealed(key).text],
])('a body that does not decrypt is known by how it was made: %s', (words, bytes) => {
  const raw = Buffer.from(bytes.toString('base64'));
  const lines = diagnosisOf(
    delivered({ raw, plain: undefined, iv: iv.toString('base64'), agreed: { encryption_key: keyText } }),
  );
  expect(lines).toEqual([expect.stringContaining(words)]);
});

test('a body in clear, amounts as text and a payload that was not asked for are reported', () => {
  expect(diagnosisOf(delivered({ iv: 'AAAA', agreed: { encryption_key: keyText } }))).toEqual([
    'the body is not encrypted at all',
  ]);
  const submission = {
    income_information: { earnings: { net_pay: '12.50' } },
    identity_information: { phone: 7 },
  };
  const body = JSON.stringify({ payload: { payroll_submissions: [submission] } });
  expect(diagnosisOf(delivered({ plain: body }))).toEqual([
    'it has a payload, though include_payload is not set',
    'amounts are strings, such as "12.50"',
    'the phone is a number',
  ]);
});
