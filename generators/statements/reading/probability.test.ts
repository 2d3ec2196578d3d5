import { expect, it } from 'vitest';
import { type Evidence, features, probabilityOf } from '../extract.ts';

const clear: Evidence = {
  text: 'Statement, money in, money out, balance',
  account: {
    account_holder_name: 'A',
    account_number: '12345678',
    sort_code: '00-11-22',
    bank_name: 'B',
    iban: null,
  },
  period: { start_date: '2026-03-01', end_date: '2026-03-31' },
  hasOpening: true,
  hasClosing: true,
  hasTable: true,
  transactions: 10,
  datedTransactions: 10,
  check: { checked: 11, wrong: 0 },
};

it('what speaks for a statement adds up to 0.99, never to certainty', () => {
  const weights = features.map(([, weight]) => weight).filter((weight) => weight > 0);
  expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(0.99);
  expect(probabilityOf(clear)).toBe(0.99);
});

it.each<[string, Partial<Evidence>]>([
  ['its words', { text: '' }],
  ['its account', { account: { ...clear.account, account_number: null } }],
  ['its period', { period: { start_date: null, end_date: null } }],
  ['its opening balance', { hasOpening: false }],
  ['its table', { hasTable: false }],
  ['its dates', { datedTransactions: 4 }],
  ['balances to check', { check: { checked: 0, wrong: 0 } }],
])('a statement without %s is less probable', (_, missing) => {
  expect(probabilityOf({ ...clear, ...missing })).toBeLessThan(0.99);
});

it('the more balances are wrong, the less probable it is', () => {
  const probabilities = [0, 1, 4, 8, 11].map((wrong) =>
    probabilityOf({ ...clear, check: { checked: 11, wrong } }),
  );
  expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
  expect(new Set(probabilities).size).toBe(probabilities.length);
});

it('words of a payslip speak against it', () => {
  const text = `${clear.text} payslip, gross pay, tax code, national insurance`;
  expect(probabilityOf({ ...clear, text })).toBeLessThan(0.6);
});
