import { accountMutants, entryMutants } from './accounts.ts';
import { authMutants } from './auth.ts';
import { authorisationMutants } from './authorisation.ts';
import { errorMutants } from './errors.ts';
import { deliveryMutants } from './event-deliveries.ts';
import { protectionMutants } from './event-protection.ts';
import { expenditureMutants } from './expenditure.ts';
import { idKindMutants } from './ids-of-another-kind.ts';
import { isolationMutants } from './isolation.ts';
import { lawMutants } from './laws.ts';
import { modelMutants } from './model.ts';
import type { Mutant } from './mutant.ts';
import { oneChangeMutants } from './one-change.ts';
import { listMutants } from './paged-lists.ts';
import { payrollMutants } from './payroll.ts';
import { raceMutants } from './races.ts';
import { secondOneMutants } from './second-ones.ts';
import { settingMutants } from './settings.ts';
import { userMutants } from './users.ts';
import { webhookSubscriptionMutants } from './webhook-subscriptions.ts';

/** Every mutant of the suite; a new group is a file and a line here. */
export const mutants: readonly Mutant[] = [
  oneChangeMutants,
  userMutants,
  expenditureMutants,
  accountMutants,
  entryMutants,
  authMutants,
  authorisationMutants,
  errorMutants,
  idKindMutants,
  isolationMutants,
  settingMutants,
  listMutants,
  payrollMutants,
  webhookSubscriptionMutants,
  deliveryMutants,
  protectionMutants,
  modelMutants,
  raceMutants,
  lawMutants,
  secondOneMutants,
].flat();
