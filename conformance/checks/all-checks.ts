import type { Check } from '../judgement/check.ts';
import { accountChecks } from './accounts.ts';
import { authChecks } from './auth.ts';
import { authorisationChecks } from './authorisation.ts';
import { bankStatementChecks } from './bank-statements.ts';
import { configurationChecks } from './configuration.ts';
import { entryChecks } from './deletions.ts';
import { directConnectionChecks } from './direct-connections.ts';
import { documentChecks } from './documents.ts';
import { errorChecks } from './errors.ts';
import { eventChecks } from './events/index.ts';
import { expenditureChecks } from './expenditure/index.ts';
import { foreignIdChecks } from './foreign-ids.ts';
import { httpChecks } from './http.ts';
import { incomeChecks } from './income.ts';
import { isolationChecks } from './isolation.ts';
import { atOnceLaws } from './laws/at-once.ts';
import { creationLaws } from './laws/creation.ts';
import { deliveryLaws } from './laws/deliveries.ts';
import { neighbourLaws } from './laws/neighbours.ts';
import { memberChecks } from './members.ts';
import { modelChecks } from './model/sequences.ts';
import { payrollChecks } from './payroll.ts';
import { providerChecks } from './providers.ts';
import { accountRaces } from './races/accounts.ts';
import { recordRaces } from './races/records.ts';
import { webhookRaces } from './races/webhooks.ts';
import { settingChecks } from './settings.ts';
import { termChecks } from './terms.ts';
import { userChecks } from './users.ts';
import { webhookChecks } from './webhooks.ts';

/** Several clients at once: each must get what it would have got had they taken turns. */
export const raceChecks: readonly Check[] = [...webhookRaces, ...recordRaces, ...accountRaces];

/** Every check of the suite; a new group is a file and a line here. */
export const checks: readonly Check[] = [
  ...userChecks,
  ...expenditureChecks,
  ...accountChecks,
  // These take long, so they start early.
  ...modelChecks,
  ...raceChecks,
  ...authChecks,
  ...authorisationChecks,
  ...configurationChecks,
  ...errorChecks,
  ...httpChecks,
  ...foreignIdChecks,
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
  ...neighbourLaws,
  ...atOnceLaws,
  ...creationLaws,
  ...deliveryLaws,
];
