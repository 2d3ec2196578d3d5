import { expect, test } from 'vitest';
import {
  type Agreement,
  expressReceiver,
  fetchReceiver,
  open,
  seal,
  WebhookConfigurationError,
} from './index.ts';

const event = {
  event: 'user-payroll-submitted',
  user_id: 'u',
  timestamp: '2026-01-31T12:00:00.000Z',
  entry_id: 'e',
  account_id: null,
};
const secret = 'a signing secret';
const key = Buffer.alloc(32, 7).toString('base64');
const unset: string | undefined = process.env['PAYRIG_A_VARIABLE_THAT_NOBODY_SETS'];

const opened = (agreement: Agreement, sent: Parameters<typeof seal>[0]) => {
  const { body, headers } = seal(sent);
  return open({ rawBody: body, headers, ...agreement });
};

test('a variable that is not set throws: it never switches protection off', () => {
  const forged = { body: event };
  const wrong: Agreement[] = [
    { secret: unset, unencrypted: true },
    { secret: '', unencrypted: true },
    { secret: [], unencrypted: true },
    { secret: [secret, ''], unencrypted: true },
    { secret: [secret, unset as unknown as string], unencrypted: true },
    { secret, key: unset },
    { secret, key: [] },
    { secret, unsigned: true as unknown as false, unencrypted: true },
    { secret, key, unencrypted: true as unknown as false },
    {} as Agreement,
    { unsigned: true } as unknown as Agreement,
  ];
  for (const agreement of wrong) {
    expect(() => opened(agreement, forged)).toThrow(WebhookConfigurationError);
    expect(() => expressReceiver(agreement, () => {})).toThrow(WebhookConfigurationError);
    expect(() => fetchReceiver(agreement, () => {})).toThrow(WebhookConfigurationError);
  }
  expect(() => expressReceiver({ secret, key: 'short' }, () => {})).toThrow(/32 bytes/);
});

test('what is missing is named, with what would be right', () => {
  expect(() => opened({ secret: unset, unencrypted: true }, { body: event })).toThrow(
    'The secret of the subscription is missing: is the variable set? If it has none, say unsigned: true.',
  );
  expect(() => opened({ secret, key: unset }, { body: event, secret })).toThrow(/say unencrypted: true/);
});

test('protection may be waived, outright', () => {
  expect(opened({ unsigned: true, unencrypted: true }, { body: event })).toEqual(event);
});

test('while a secret or a key is being replaced, the old and the new one are both taken', () => {
  const [newSecret, newKey] = ['the next secret', Buffer.alloc(32, 8).toString('base64')];
  const both = { secret: [newSecret, secret], key: [newKey, key] };
  expect(opened(both, { body: event, secret, key })).toEqual(event);
  expect(opened(both, { body: event, secret: newSecret, key: newKey })).toEqual(event);
  const another = { body: event, secret: 'another', key };
  expect(() => opened(both, another)).toThrow(expect.objectContaining({ reason: 'bad-signature' }));
  const otherKey = { body: event, secret, key: Buffer.alloc(32, 9).toString('base64') };
  expect(() => opened(both, otherKey)).toThrow(expect.objectContaining({ reason: 'undecryptable' }));
});

test('a request without a body is refused, whatever a framework makes of no body', () => {
  const { headers } = seal({ body: event, secret });
  for (const rawBody of [
    undefined,
    null as unknown as undefined,
    '',
    Buffer.alloc(0),
    {} as unknown as string,
  ])
    expect(() => open({ rawBody, headers, secret, unencrypted: true })).toThrow(
      expect.objectContaining({ reason: 'bad-signature', status: 401 }),
    );
});
