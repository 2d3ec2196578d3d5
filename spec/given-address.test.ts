import { expect, it } from 'vitest';
import { givenAddress, secretsInAddresses } from './given-address.ts';

it.each([
  ['http://host/a', 'http://host/a', undefined],
  ['http://me:pw@host:1/a?b=c@d', 'http://host:1/a?b=c@d', 'me:pw'],
  ['HTTPS://me:p%40w:x@host', 'HTTPS://host', 'me:p@w:x'],
  ['http://me@host', 'http://host', 'me:'],
  ['http://a@b:c@host', 'http://host', 'a@b:c'],
  ['http://me:%zz@host', 'http://host', 'me:%zz'],
  ['http://m€:pä@host', 'http://host', 'm€:pä'],
  ['http://host/a@b', 'http://host/a@b', undefined],
  ['./module.mjs', './module.mjs', undefined],
])('%s is called and shown without a user', (text, url, info) => {
  const { url: plain, headers } = givenAddress(text);
  expect(plain).toBe(url);
  const basic = headers['Authorization']?.replace('Basic ', '');
  expect(basic === undefined ? undefined : Buffer.from(basic, 'base64').toString()).toBe(info);
});

it('the secrets of addresses are found among words, as written and decoded', () => {
  expect(secretsInAddresses(['check', '--x=http://me:p%40w@host', 'postgres://root@db', 'a@b'])).toEqual([
    'me:p%40w',
    'me:p@w',
    'p%40w',
    'root',
    'p@w',
  ]);
});

it.each([
  'me:s3cret@host',
  'http//me:s3cret@host/a',
  'https:me:s3cret@host:99999',
  '--url=me:s3cret@host',
  'http:/me:s3cret@host',
])('the secret of a mistyped address is found: %s', (word) => {
  const shown = secretsInAddresses([word]).reduce((text, secret) => text.replaceAll(secret, '*'), word);
  expect(shown).not.toContain('s3cret');
});

it.each(['zoe@acme.test:a-password', 'X-Note: a@b', 'https://host/a@b', './a@2:b'])(
  'what is no address has none: %s',
  (word) => expect(secretsInAddresses([word])).toEqual([]),
);
