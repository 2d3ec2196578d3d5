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
