import { describe, expect, test } from 'vitest';
import { defaultProfile } from '../../spec/profile.ts';
import type {
  BankStatementSubmission,
  PayrollSubmission,
  TaxauthIncomeSubmission,
} from '../../spec/types.ts';
import { open } from '../../spec/webhooks/index.ts';
import type { SubscriptionRecord } from '../domain/client-record.ts';
import { deliveriesOf, deliveryOf } from './delivery.ts';
import { buildMessage, type DomainEvent, toWebhookIncomeSubmission, toWebhookSubmission } from './message.ts';

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

describe('a submission on its way into a webhook', () => {
  const submission: PayrollSubmission = {
    id: 'i',
    account_id: null,
    entry_id: 'e',
    created_at: '2026-01-31T00:00:00.000Z',
    identity_information: {
      name: 'Zoë',
      phone: 447700900123,
      NI_number: 'QQ123456C',
      address: { post_code: '12' },
    },
    employment_information: { employer_name: '100.00', is_director: false },
    income_information: {
      pay_date: '2026-01-31T00:00:00.000Z',
      tax_code: '1257',
      earnings: {
        gross_pay: '3000.10',
        net_pay: '-0.01',
        base_salary: '3000.00',
        bonus: null,
        fixed_pay_total: '0.00',
        variable_pay_total: '99999999.99',
        earning_elements: [
          { type: '1.00', amount: '12.30', quantity: '37.50', rate: '12.3456', is_fixed: true },
        ],
        year_to_date: {
          gross_pay: '1.10',
          net_pay: '2.20',
          total_tax_paid: '3.30',
          total_ni_paid: '4.40',
          total_taxable_earnings: '5.50',
          tax_year: 2025,
        },
        rolling_12m_income: { gross_pay: '6.60', net_pay: '7.70' },
      },
      deductions: {
        income_tax: '1.01',
        employee_ni: '2.02',
        employee_pension: '3.03',
        total_deductions: '4.04',
        loan_deductions: '5.05',
        deductions_elements: [{ type: '2', description: '3.00', amount: '6.06' }],
      },
    },
    document_id: 'd',
    document_external_id: '17.00',
    document_filename: 'payslip.pdf',
    trust_score: '1',
    source: 'upload',
  };

  test('every money field becomes a number, the phone a text, and nothing else changes', () => {
    const expected = structuredClone(submission) as unknown as Record<string, Record<string, unknown>>;
    expected.identity_information!.phone = '447700900123';
    expected.income_information!.earnings = {
      gross_pay: 3000.1,
      net_pay: -0.01,
      base_salary: 3000,
      bonus: null,
      fixed_pay_total: 0,
      variable_pay_total: 99999999.99,
      earning_elements: [{ type: '1.00', amount: 12.3, quantity: '37.50', rate: '12.3456', is_fixed: true }],
      year_to_date: {
        gross_pay: 1.1,
        net_pay: 2.2,
        total_tax_paid: 3.3,
        total_ni_paid: 4.4,
        total_taxable_earnings: 5.5,
        tax_year: 2025,
      },
      rolling_12m_income: { gross_pay: 6.6, net_pay: 7.7 },
    };
    expected.income_information!.deductions = {
      income_tax: 1.01,
      employee_ni: 2.02,
      employee_pension: 3.03,
      total_deductions: 4.04,
      loan_deductions: 5.05,
      deductions_elements: [{ type: '2', description: '3.00', amount: 6.06 }],
    };
    expect(JSON.stringify(toWebhookSubmission(submission))).toBe(JSON.stringify(expected));
  });

  test('the submission itself is left as it was', () => {
    const before = structuredClone(submission);
    toWebhookSubmission(submission);
    expect(submission).toEqual(before);
  });

  test('what is null or absent stays so, and a phone given as text is kept', () => {
    const bare = {
      ...submission,
      identity_information: { phone: '0770' as unknown as number },
      income_information: null,
    };
    expect(toWebhookSubmission(bare)).toEqual(bare);
    const empty = {
      ...submission,
      identity_information: null,
      income_information: { earnings: null, deductions: {} },
    };
    expect(toWebhookSubmission(empty)).toEqual(empty);
  });

  test('text that is no decimal is never turned into null', () => {
    const odd = {
      ...submission,
      income_information: { earnings: { net_pay: 'n/a', gross_pay: '1,000.00' } },
    };
    expect(toWebhookSubmission(odd).income_information).toEqual(odd.income_information);
  });

  test('the money of tax-authority income becomes numbers', () => {
    const income = {
      id: 'i',
      account_id: 'a',
      entry_id: 'e',
      income_id: '12.00',
      employment: {
        total_income: '40000.00',
        employers: [{ employer_name: '7.00', income: '40000.00', tax_paid: '5486.20' }],
      },
      frequency: null,
      income_period: { start: '2025-04-06T00:00:00.000Z', end: null },
    };
    expect(toWebhookIncomeSubmission(income)).toEqual({
      ...income,
      employment: {
        total_income: 40000,
        employers: [{ employer_name: '7.00', income: 40000, tax_paid: 5486.2 }],
      },
    });
  });
});
