import { accountMutants, entryMutants } from './accounts.ts';
import { authMutants } from './auth.ts';
import { authorisationMutants } from './authorisation.ts';
import { bankStatementMutants } from './bank-statements.ts';
import { configurationMutants } from './configuration.ts';
import { directConnectionMutants } from './direct-connections.ts';
import { documentMutants } from './documents.ts';
import { errorMutants } from './errors.ts';
import { bodyMutants } from './events/bodies.ts';
import { occasionMutants } from './events/occasions.ts';
import { protectionMutants } from './events/protection.ts';
import { ageMutants } from './expenditure/age.ts';
import { answerMutants, leftOutMutants } from './expenditure/answers.ts';
import { estimateErrorMutants } from './expenditure/errors.ts';
import { periodMutants } from './expenditure/periods.ts';
import { regionMutants } from './expenditure/regions.ts';
import { idKindMutants } from './ids-of-another-kind.ts';
import { incomeMutants } from './income.ts';
import { isolationMutants } from './isolation.ts';
import { lawMutants } from './laws.ts';
import { memberMutants } from './members.ts';
import { modelMutants } from './model.ts';
import type { Mutant } from './mutant.ts';
import { pagedListMutants } from './paged-lists.ts';
import { payrollMutants } from './payroll.ts';
import { providerMutants } from './providers.ts';
import { raceMutants } from './races.ts';
import { settingMutants } from './settings.ts';
import { termMutants } from './terms.ts';
import { userMutants } from './users.ts';
import { webhookSubscriptionMutants } from './webhook-subscriptions.ts';

export const eventMutants: readonly Mutant[] = [...occasionMutants, ...bodyMutants, ...protectionMutants];

/** Every mutant of the suite; a new group is a file and a line here. */
export const mutants: readonly Mutant[] = [
  ...userMutants,
  ...answerMutants,
  ...periodMutants,
  ...ageMutants,
  ...regionMutants,
  ...leftOutMutants,
  ...estimateErrorMutants,
  ...accountMutants,
  ...authMutants,
  ...authorisationMutants,
  ...configurationMutants,
  ...errorMutants,
  ...idKindMutants,
  ...isolationMutants,
  ...memberMutants,
  ...providerMutants,
  ...settingMutants,
  ...termMutants,
  ...bankStatementMutants,
  ...directConnectionMutants,
  ...documentMutants,
  ...entryMutants,
  ...incomeMutants,
  ...pagedListMutants,
  ...payrollMutants,
  ...webhookSubscriptionMutants,
  ...eventMutants,
  ...modelMutants,
  ...raceMutants,
  ...lawMutants,
];
