import { accountAndPayrollMutants } from './accounts-and-payroll.ts';
import { authorisationMutants } from './authorisation.ts';
import { errorMutants } from './errors.ts';
import { protectionMutants } from './event-protection.ts';
import { expenditureMutants } from './expenditure.ts';
import { foreignIdMutants } from './foreign-ids.ts';
import { modelMutants } from './model.ts';
import type { Mutant } from './mutant.ts';
import { oneChangeMutants } from './one-change.ts';
import { listMutants } from './paged-lists.ts';
import { raceMutants } from './races.ts';
import { userAndSettingMutants } from './users-and-settings.ts';
import { webhookMutants } from './webhooks.ts';

/** Every mutant of the suite; a new group is a file and a line here. */
export const mutants: readonly Mutant[] = [
  oneChangeMutants,
  userAndSettingMutants,
  accountAndPayrollMutants,
  authorisationMutants,
  foreignIdMutants,
  errorMutants,
  listMutants,
  expenditureMutants,
  webhookMutants,
  protectionMutants,
  modelMutants,
  raceMutants,
].flat();
