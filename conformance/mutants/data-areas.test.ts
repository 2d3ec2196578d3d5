import { bankStatementMutants } from './bank-statements.ts';
import { directConnectionMutants } from './direct-connections.ts';
import { documentMutants } from './documents.ts';
import { entryMutants } from './entries.ts';
import { incomeMutants } from './income.ts';
import { payrollMutants } from './payroll.ts';
import { testMutants } from './testing/test-mutants.ts';
import { webhookSubscriptionMutants } from './webhook-subscriptions.ts';

const groups = [
  bankStatementMutants,
  directConnectionMutants,
  documentMutants,
  entryMutants,
  incomeMutants,
  payrollMutants,
  webhookSubscriptionMutants,
];
testMutants(groups, { ofEach: 2 });
