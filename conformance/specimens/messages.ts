import type { EventKind } from '../../spec/types.ts';
import { causes, type EventCause } from './event-causes.ts';
import { examples } from './examples.ts';
import { specimens } from './specimens.ts';

/** A delivery that the receiver kit relies on. */
export type Message = {
  readonly description: string;
  readonly event: EventKind;
  /** The operation that describes it in the contract and in the AsyncAPI document. */
  readonly operation: string;
  readonly cause: EventCause;
  readonly includePayload: boolean;
  readonly body: Readonly<Record<string, unknown>>;
};

const { user_id, account_id, entry_id } = examples;
const { bankStatement, income, payslip } = specimens;
const timestamp = '2026-03-02T10:21:00.000Z';
const statementId = '5f0c2a9e-8f43-4d8e-b1f7-7c9a2e4d6f10';

/** Amounts are numbers in deliveries, and the phone is text. */
const numbers = (value: object): object =>
  JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    if (key === 'phone') return `+${inner}`;
    const isAmount = typeof inner === 'string' && /^-?\d+(\.\d+)?$/.test(inner);
    return isAmount && key !== 'quantity' && key !== 'rate' ? Number(inner) : inner;
  });

const submission = {
  id: '5f0c2a9e-8f43-4b77-a2d0-9c3e5f1b8d64',
  created_at: timestamp,
  entry_id,
  ...numbers(payslip),
};

type SpecimenRow = readonly [
  happened: string,
  cause: EventCause,
  operation: string,
  fields: object,
  payload: object,
];

const kinds: readonly SpecimenRow[] = [
  [
    'payroll was retrieved through an account',
    'payroll is retrieved through an account',
    'onUserPayrollSubmitted',
    { entry_id, account_id },
    { entry_id, account_id, payroll_submissions: [{ ...submission, account_id }] },
  ],
  [
    'a payslip was uploaded',
    'a payslip is uploaded',
    'onUserPayrollSubmitted',
    { entry_id, account_id: null },
    { entry_id, account_id: null, payroll_submissions: [{ ...submission, account_id: null }] },
  ],
  [
    'a bank statement was extracted',
    'a bank statement is extracted',
    'onUserBankStatementSubmitted',
    {},
    { bank_statement_submissions: [{ id: statementId, created_at: timestamp, ...bankStatement }] },
  ],
  [
    'income data arrived',
    'income data arrives',
    'onUserTaxauthDataSubmitted',
    {},
    { income_submissions: [{ id: '5f0c2a9e-8f43-4e67-9b0c-3f1a8d5c7e42', ...numbers(income) }] },
  ],
];

/** Every message of the pact: each kind of event, without and with its payload. */
export const messages: readonly Message[] = kinds.flatMap(([happened, cause, operation, fields, payload]) =>
  [false, true].map((includePayload) => {
    const { event } = causes[cause];
    const description = `a delivery ${includePayload ? 'with' : 'without'} payload: ${happened}`;
    const body = { event, user_id, timestamp, ...fields, ...(includePayload ? { payload } : {}) };
    return { description, event, operation, cause, includePayload, body };
  }),
);
