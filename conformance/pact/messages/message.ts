import type { EventKind } from '../../../spec/types.ts';
import { examples } from '../examples.ts';
import { bankStatement, income, payslip } from '../specimens.ts';
import type { EventCause } from '../states/event-causes.ts';

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
const timestamp = '2026-03-02T10:21:00.000Z';

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

type Kind = Pick<Message, 'event' | 'operation' | 'cause'> & {
  readonly happened: string;
  fields: object;
  payload: object;
};

const kinds: readonly Kind[] = [
  {
    happened: 'payroll was retrieved through an account',
    event: 'user-payroll-submitted',
    operation: 'onUserPayrollSubmitted',
    cause: 'payroll is retrieved through an account',
    fields: { entry_id, account_id },
    payload: { entry_id, account_id, payroll_submissions: [{ ...submission, account_id }] },
  },
  {
    happened: 'a payslip was uploaded',
    event: 'user-payroll-submitted',
    operation: 'onUserPayrollSubmitted',
    cause: 'a payslip is uploaded',
    fields: { entry_id, account_id: null },
    payload: { entry_id, account_id: null, payroll_submissions: [{ ...submission, account_id: null }] },
  },
  {
    happened: 'a bank statement was extracted',
    event: 'user-bank-statement-submitted',
    operation: 'onUserBankStatementSubmitted',
    cause: 'a bank statement is extracted',
    fields: {},
    payload: {
      bank_statement_submissions: [
        { id: '5f0c2a9e-8f43-4d8e-b1f7-7c9a2e4d6f10', created_at: timestamp, ...bankStatement },
      ],
    },
  },
  {
    happened: 'income data arrived',
    event: 'user-taxauth-data-submitted',
    operation: 'onUserTaxauthDataSubmitted',
    cause: 'income data arrives',
    fields: {},
    payload: { income_submissions: [{ id: '5f0c2a9e-8f43-4e67-9b0c-3f1a8d5c7e42', ...numbers(income) }] },
  },
];

/** Every message of the pact: each kind of event, without and with its payload. */
export const messages: readonly Message[] = kinds.flatMap(
  ({ happened, fields, payload, event, operation, cause }) =>
    [false, true].map((includePayload) => ({
      description: `a delivery ${includePayload ? 'with' : 'without'} payload: ${happened}`,
      event,
      operation,
      cause,
      includePayload,
      body: { event, user_id, timestamp, ...fields, ...(includePayload ? { payload } : {}) },
    })),
);
