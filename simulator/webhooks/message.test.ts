import { expect, test } from 'vitest';
import { defaultProfile } from '../../spec/profile.ts';
import type {
  BankStatementSubmission,
  PayrollSubmission,
  TaxauthIncomeSubmission,
} from '../../spec/types.ts';
import { open } from '../../spec/webhooks/index.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import { deliveriesOf } from './deliveries-of.ts';
import { deliveryOf } from './delivery.ts';
import { buildMessage, type DomainEvent } from './message.ts';

const at = Date.UTC(2026, 0, 31, 12);
const timestamp = '2026-01-31T12:00:00.000Z';
const earnings = { net_pay: '12.50' };
const payroll: DomainEvent = {
  kind: 'payroll',
  user_id: 'u',
  at,
  entry_id: 'e',
  account_id: null,
  payroll_submissions: [{ id: 'p', income_information: { earnings } } as PayrollSubmission],
};
const statement = {
  id: 'b',
  balance_information: { opening_balance: '1,000.00' },
} as BankStatementSubmission;
const bank: DomainEvent = {
  kind: 'bank-statement',
  user_id: 'u',
  at,
  bank_statement_submissions: [statement],
};
const income = { id: 't', employment: { total_income: '9.90' } } as TaxauthIncomeSubmission;
const tax: DomainEvent = { kind: 'taxauth', user_id: 'u', at, income_submissions: [income] };
const withPayload = { include_payload: true };

test('a payroll event names entry and account, null for payslip uploads', () => {
  const event = 'user-payroll-submitted';
  expect(buildMessage(payroll, null)).toEqual({
    event,
    user_id: 'u',
    timestamp,
    entry_id: 'e',
    account_id: null,
  });
  expect(buildMessage({ ...payroll, account_id: 'a' }, {})).toMatchObject({ account_id: 'a' });
});

test('a payload is there only when it was asked for', () => {
  for (const occurrence of [payroll, bank, tax]) {
    for (const config of [undefined, null, {}, { include_payload: false }, { include_payload: null }]) {
      expect(buildMessage(occurrence, config)).not.toHaveProperty('payload');
    }
    expect(buildMessage(occurrence, withPayload)).toHaveProperty('payload');
  }
});

test('payloads hold the submissions of the event, with amounts as numbers', () => {
  expect(buildMessage(payroll, withPayload).payload).toEqual({
    entry_id: 'e',
    account_id: null,
    payroll_submissions: [{ id: 'p', income_information: { earnings: { net_pay: 12.5 } } }],
  });
  expect(buildMessage(bank, withPayload)).toEqual({
    ...{ event: 'user-bank-statement-submitted', user_id: 'u', timestamp },
    payload: { bank_statement_submissions: [statement] },
  });
  expect(buildMessage(tax, withPayload)).toEqual({
    ...{ event: 'user-taxauth-data-submitted', user_id: 'u', timestamp },
    payload: { income_submissions: [{ id: 't', employment: { total_income: 9.9 } }] },
  });
});

test('a profile names the authority and the payload keys', () => {
  const points = {
    'events.bank-statement.payload-key': 'statements',
    'events.income.payload-key': 'incomes',
  };
  expect(buildMessage(bank, withPayload, { points }).payload).toEqual({ statements: [statement] });
  const message = buildMessage(tax, withPayload, { authority: 'revenue', points });
  expect(message.event).toBe('user-revenue-data-submitted');
  expect(Object.keys(message.payload!)).toEqual(['incomes']);
  const without = { 'events.income.payload-key': null };
  expect(buildMessage(tax, withPayload, { points: without })).not.toHaveProperty('payload');
});

test('the kit reads every message', () => {
  for (const occurrence of [payroll, bank, tax]) {
    const message = buildMessage(occurrence, withPayload);
    expect(
      open({ rawBody: JSON.stringify(message), headers: {}, unsigned: true, unencrypted: true }),
    ).toEqual(message);
  }
});

test('an occurrence goes to every subscription that lists its kind, each with the payload it asked for', () => {
  let ids = 0;
  const webhook = (webhook_id: string, given: Partial<SubscriptionRecord>): [string, SubscriptionRecord] => [
    webhook_id,
    {
      ...{ webhook_id, name: webhook_id, url: 'http://receiver.test/', events: ['user-payroll-submitted'] },
      ...{ signing_secret: null, encryption_key: null, config: null, created_at: '', disabled: false },
      ...given,
    },
  ];
  const webhooks = Object.fromEntries([
    webhook('w1', { config: withPayload }),
    webhook('w2', { events: ['user-bank-statement-submitted'] }),
    webhook('w3', { events: ['user-bank-statement-submitted', 'user-payroll-submitted'] }),
    webhook('w4', { disabled: true }),
  ]);
  const deliveries = deliveriesOf(payroll, { webhooks }, defaultProfile(), () => `d${++ids}`);
  expect(
    deliveries.map((one) => [one.id, one.target, one.queue, deliveryOf(one).message.includes('"payload":')]),
  ).toEqual([
    ['d1', 'w1', 'w1/u', true],
    ['d2', 'w3', 'w3/u', false],
  ]);
  expect(deliveries[0]).toMatchObject({
    kind: 'delivery',
    owner: 'u',
    due: at,
    data: { state: 'pending', created_at: at },
  });
});
