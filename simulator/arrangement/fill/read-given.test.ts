import { expect, test } from 'vitest';
import { Refusal } from '../../domain/refusal.ts';
import { readGiven } from './read-given.ts';

const shape = {
  at: 'timestamp',
  pay: 'money',
  balance: 'balance',
  rate: 'decimal',
  phone: 'phone',
  amount: 'amount',
} as const;

function refused(given: object): readonly string[] {
  try {
    readGiven(given, shape, 'body');
  } catch (error) {
    if (error instanceof Refusal && error.status === 400) return error.errors;
    throw error;
  }
  return [];
}

test.each([
  [{ at: '2026-01-31' }, { at: '2026-01-31T00:00:00.000Z' }],
  [{ at: '2026-01-31T01:30:00+01:00' }, { at: '2026-01-31T00:30:00.000Z' }],
  [{ at: '2026-01-31t01:30:00.5z' }, { at: '2026-01-31T01:30:00.500Z' }],
  [{ at: '2026-01-31 01:30:00-0530' }, { at: '2026-01-31T07:00:00.000Z' }],
  [{ at: '2016-12-31T23:59:60Z' }, { at: '2017-01-01T00:00:00.000Z' }],
  [{ pay: 12 }, { pay: '12.00' }],
  [{ pay: '007.5' }, { pay: '7.50' }],
  [{ pay: '-0' }, { pay: '0.00' }],
  [{ pay: 0.1 + 0.2 }, { pay: '0.30' }],
  [{ pay: 999999999999.99 }, { pay: '999999999999.99' }],
  [{ balance: '-1,234,567.8' }, { balance: '-1,234,567.80' }],
  [{ balance: 1000 }, { balance: '1,000.00' }],
  [{ rate: 1e-7 }, { rate: '0.0000001' }],
  [{ rate: -2.5e-8 }, { rate: '-0.000000025' }],
  [{ phone: '+44 (0)7700-900123' }, { phone: 4407700900123 }],
  [{ phone: '' }, { phone: null }],
  [{ amount: '1,234.5' }, { amount: '1,234.50' }],
  [{ amount: '£5' }, { amount: '£5' }],
  [
    { pay: null, other: 'as it is' },
    { pay: null, other: 'as it is' },
  ],
])('%j is answered as %j', (given, answered) => {
  expect(readGiven(given, shape)).toEqual(answered);
});

test('what the format cannot hold without changing its meaning is refused by name, one message each', () => {
  expect(refused({ pay: 1.005, at: '0000-01-01T00:00:00+01:00', phone: '1234567890123456789' })).toEqual([
    'Field [body.pay] must be an amount with at most two decimals',
    'Field [body.at] must be a moment between the years 0 and 9999',
    'Field [body.phone] must be a phone number of at most 15 digits',
  ]);
});

test('items of an array are named by their position', () => {
  const list = () => readGiven([{ pay: 1 }, { pay: 0.001 }], { pay: 'money' }, 'list');
  expect(list).toThrow('Field [list.1.pay]');
});
