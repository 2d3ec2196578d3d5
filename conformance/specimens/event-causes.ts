import type { EventKind } from '../../spec/types.ts';
import type { ClientUnderTest } from '../judgement/check.ts';
import { examples } from './examples.ts';
import { specimens } from './specimens.ts';

const { account_id, entry_id } = examples;
const { bankStatement, income, payslip } = specimens;
export const exampleTime = '2026-03-02T10:21:00.000Z';

type Happen = (side: Pick<ClientUnderTest, 'arrange'>, userId: string) => Promise<unknown>;

type Cause = { happened: string; happen: Happen; fields?: object; payload: object };

/** Of each kind of event: how to cause one, whatever it holds, and all that can cause it. */
type Caused = { anyhow: Happen; causes: Readonly<Record<string, Cause>> };

/** Amounts are numbers in deliveries, and the phone is text. */
const numbers = (value: object): object =>
  JSON.parse(JSON.stringify(value), (key, inner: unknown) => {
    if (key === 'phone') return `+${inner}`;
    const isAmount = typeof inner === 'string' && /^-?\d+(\.\d+)?$/.test(inner);
    return isAmount && key !== 'quantity' && key !== 'rate' ? Number(inner) : inner;
  });

const payrollOf = (account: string | null) => {
  const id = '5f0c2a9e-8f43-4b77-a2d0-9c3e5f1b8d64';
  const submission = { id, created_at: exampleTime, entry_id, ...numbers(payslip), account_id: account };
  const fields = { entry_id, account_id: account };
  return { fields, payload: { ...fields, payroll_submissions: [submission] } };
};

export const eventCauses = {
  'user-payroll-submitted': {
    anyhow: ({ arrange }, userId) => arrange.createEntry(userId, [{}], null),
    causes: {
      'payroll is retrieved through an account': {
        happened: 'payroll was retrieved through an account',
        async happen({ arrange }, userId) {
          const account = await arrange.linkAccount(userId, { payroll: [] });
          await arrange.createEntry(userId, [payslip], account.account_id);
        },
        ...payrollOf(account_id),
      },
      'a payslip is uploaded': {
        happened: 'a payslip was uploaded',
        happen: ({ arrange }, userId) => arrange.createEntry(userId, [payslip], null),
        ...payrollOf(null),
      },
    },
  },
  'user-bank-statement-submitted': {
    anyhow: ({ arrange }, userId) => arrange.createBankStatement(userId),
    causes: {
      'a bank statement is extracted': {
        happened: 'a bank statement was extracted',
        happen: ({ arrange }, userId) => arrange.createBankStatement(userId, bankStatement),
        payload: {
          bank_statement_submissions: [
            { id: '5f0c2a9e-8f43-4d8e-b1f7-7c9a2e4d6f10', created_at: exampleTime, ...bankStatement },
          ],
        },
      },
    },
  },
  'user-taxauth-data-submitted': {
    anyhow: ({ arrange }, userId) => arrange.createIncome(userId),
    causes: {
      'income data arrives': {
        happened: 'income data arrived',
        happen: ({ arrange }, userId) => arrange.createIncome(userId, income),
        payload: { income_submissions: [{ id: '5f0c2a9e-8f43-4e67-9b0c-3f1a8d5c7e42', ...numbers(income) }] },
      },
    },
  },
} as const satisfies Record<EventKind, Caused>;

type Causes = (typeof eventCauses)[EventKind]['causes'];
export type EventCause = Causes extends infer Each ? (Each extends object ? keyof Each : never) : never;

export const causes = Object.fromEntries(
  Object.entries(eventCauses).flatMap(([event, kind]) =>
    Object.entries<Cause>(kind.causes).map(([cause, one]) => [cause, { event, ...one }]),
  ),
) as Readonly<Record<EventCause, Cause & { event: EventKind }>>;
