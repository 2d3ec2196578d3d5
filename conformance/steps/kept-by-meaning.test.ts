import { expect, test } from 'vitest';
import { missing } from './kept-by-meaning.ts';

test('amounts and instants are the same however they are written', () => {
  expect(missing({ net_pay: '1234.5' }, { net_pay: '1234.50' })).toBeUndefined();
  expect(missing({ opening_balance: '1234.50' }, { opening_balance: '1,234.50' })).toBeUndefined();
  expect(missing({ pay_date: '2025-03-28' }, { pay_date: '2025-03-28T00:00:00.000Z' })).toBeUndefined();
  expect(missing({ leave_date: null }, {})).toBeUndefined();
});

test('fields that are shown beyond the given ones do not matter', () => {
  expect(missing({ a: { b: 'x' } }, { a: { b: 'x', c: 1 }, d: [] })).toBeUndefined();
});

test('the leading zeros of an account number count', () => {
  expect(missing({ account_number: '00123456' }, { account_number: '123456' })).toBe(
    'account_number is "123456" where "00123456" was given',
  );
});

test('a lost or changed value is named with its place', () => {
  expect(missing({ a: { b: 'x' } }, { a: null })).toBe('a is null');
  expect(missing({ a: { b: 'x' } }, { a: {} })).toBe('a.b is absent where "x" was given');
});

test('items are matched by their description, in any order, and none may be missing or new', () => {
  const [rent, pay] = [
    { description: 'rent', amount: '700.00' },
    { description: 'pay', amount: '1900.00' },
  ];
  expect(missing({ list: [rent, pay] }, { list: [pay, rent] })).toBeUndefined();
  expect(missing({ list: [rent, pay] }, { list: [pay] })).toBe('list has 1 items where 2 were given');
  expect(missing({ list: [rent] }, { list: [pay] })).toBe('list has nothing called "rent"');
  expect(missing({ list: [rent] }, { list: [{ ...rent, amount: '70.00' }] })).toBe(
    'list.amount is "70.00" where "700.00" was given',
  );
});
