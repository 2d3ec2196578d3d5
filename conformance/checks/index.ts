import type { Check } from '../check.ts';
import { modelChecks } from '../model/index.ts';
import { raceChecks } from '../races/index.ts';
import { accountChecks } from './accounts.ts';
import { authChecks } from './auth.ts';
import { authorisationChecks } from './authorisation.ts';
import { bankStatementChecks } from './bank-statements.ts';
import { configurationChecks } from './configuration.ts';
import { directConnectionChecks } from './direct-connections.ts';
import { documentChecks } from './documents.ts';
import { entryChecks } from './entries.ts';
import { errorChecks } from './errors.ts';
import { eventChecks } from './events/index.ts';
import { expenditureChecks } from './expenditure/index.ts';
import { httpChecks } from './http.ts';
import { idKindChecks } from './ids-of-another-kind.ts';
import { incomeChecks } from './income.ts';
import { isolationChecks } from './isolation.ts';
import { memberChecks } from './members.ts';
import { payrollChecks } from './payroll.ts';
import { providerChecks } from './providers.ts';
import { settingChecks } from './settings.ts';
import { termChecks } from './terms.ts';
import { userChecks } from './users.ts';
import { webhookChecks } from './webhooks.ts';

/** Every check of the suite; a new group is a file and a line here. */
export const checks: readonly Check[] = [
  ...userChecks,
  ...expenditureChecks,
  ...accountChecks,
  ...authChecks,
  ...authorisationChecks,
  ...configurationChecks,
  ...errorChecks,
  ...httpChecks,
  ...idKindChecks,
  ...isolationChecks,
  ...memberChecks,
  ...providerChecks,
  ...settingChecks,
  ...termChecks,
  ...bankStatementChecks,
  ...directConnectionChecks,
  ...documentChecks,
  ...entryChecks,
  ...incomeChecks,
  ...payrollChecks,
  ...webhookChecks,
  ...eventChecks,
  ...modelChecks,
  ...raceChecks,
];
