import { expect, test } from 'vitest';
import { deliveryOf, headerNames, headerOf } from './seal.ts';

test('header names carry the vendor word', () => {
  expect(headerNames()).toEqual({ signature: 'X-Svc-Signature', encryptionIv: 'X-Svc-Encryption-IV' });
  expect(headerNames('acme').signature).toBe('X-Acme-Signature');
  expect(headerNames('big-co').encryptionIv).toBe('X-Big-Co-Encryption-IV');
});

test('a header is found in every shape of headers whatever its case', () => {
  for (const headers of [
    { 'x-svc-signature': 'abc' },
    { 'X-SVC-SIGNATURE': 'abc' },
    { 'X-Svc-Signature': ['abc'] },
    new Headers({ 'x-svc-signature': 'abc' }),
  ]) {
    expect(headerOf(headers, 'X-Svc-Signature')).toBe('abc');
    expect(headerOf(headers, 'X-Acme-Signature')).toBeUndefined();
  }
});

test('a header sent twice is not read as either of its values', () => {
  expect(headerOf({ 'x-a': ['one', 'two'] }, 'x-a')).toBe('one, two');
  expect(headerOf({ 'x-a': 'one', 'X-A': 'two' }, 'x-a')).toBe('one, two');
});

test('the delivery id and attempt number are read together or not at all', () => {
  expect(deliveryOf({ 'x-payrig-delivery': 'd', 'x-payrig-attempt': '2' })).toEqual({ id: 'd', attempt: 2 });
  expect(deliveryOf({ 'x-payrig-delivery': 'd' })).toBeUndefined();
  expect(deliveryOf({ 'x-payrig-attempt': '2' })).toBeUndefined();
});
