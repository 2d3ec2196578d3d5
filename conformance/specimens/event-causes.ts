import type { EventKind } from '../../spec/types.ts';
import type { ClientUnderTest } from '../judgement/check.ts';
import { specimens } from './specimens.ts';

const { bankStatement, income, payslip } = specimens;

type Cause = { event: EventKind; happen(side: ClientUnderTest, userId: string): Promise<unknown> };

/** What can happen to a user that subscribers are told of. */
export const causes = {
  'payroll is retrieved through an account': {
    event: 'user-payroll-submitted',
    async happen({ arrange }, userId) {
      const { account_id } = await arrange.linkAccount(userId, { payroll: [] });
      await arrange.createEntry(userId, [payslip], account_id);
    },
  },
  'a payslip is uploaded': {
    event: 'user-payroll-submitted',
    happen: ({ arrange }, userId) => arrange.createEntry(userId, [payslip], null),
  },
  'a bank statement is extracted': {
    event: 'user-bank-statement-submitted',
    happen: ({ arrange }, userId) => arrange.createBankStatement(userId, bankStatement),
  },
  'income data arrives': {
    event: 'user-taxauth-data-submitted',
    happen: ({ arrange }, userId) => arrange.createIncome(userId, income),
  },
} as const satisfies Record<string, Cause>;

export type EventCause = keyof typeof causes;
