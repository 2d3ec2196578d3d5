import type { Check } from './check.ts';
import { accountChecks } from './checks/accounts.ts';
import { authChecks } from './checks/auth.ts';
import { authorisationChecks } from './checks/authorisation.ts';
import { bankStatementChecks } from './checks/bank-statements.ts';
import { configurationChecks } from './checks/configuration.ts';
import { entryChecks } from './checks/deletions.ts';
import { directConnectionChecks } from './checks/direct-connections.ts';
import { documentChecks } from './checks/documents.ts';
import { errorChecks } from './checks/errors.ts';
import { eventChecks } from './checks/events/index.ts';
import { expenditureChecks } from './checks/expenditure/index.ts';
import { httpChecks } from './checks/http.ts';
import { idKindChecks } from './checks/ids-of-another-kind.ts';
import { incomeChecks } from './checks/income.ts';
import { isolationChecks } from './checks/isolation.ts';
import { deliveryLaws } from './checks/laws/deliveries.ts';
import { neighbourLaws } from './checks/laws/neighbours.ts';
import { accountTraceLaw } from './checks/laws/traces.ts';
import { memberChecks } from './checks/members.ts';
import { payrollChecks } from './checks/payroll.ts';
import { providerChecks } from './checks/providers.ts';
import { settingChecks } from './checks/settings.ts';
import { termChecks } from './checks/terms.ts';
import { userChecks } from './checks/users.ts';
import { webhookChecks } from './checks/webhooks.ts';
import { modelChecks } from './model/sequences.ts';
import { accountRaces } from './races/accounts.ts';
import { recordRaces } from './races/records.ts';
import { webhookRaces } from './races/webhooks.ts';

/** Several clients at once: whatever they get has to be what one after the other would have got. */
export const raceChecks: readonly Check[] = [...webhookRaces, ...recordRaces, ...accountRaces];

/** Every check of the suite; a new group is a file and a line here. */
export const checks: readonly Check[] = [
  ...userChecks,
  ...expenditureChecks,
  ...accountChecks,
  // They take long: begun early, they end with the others.
  ...modelChecks,
  ...raceChecks,
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
  ...neighbourLaws,
  accountTraceLaw,
  ...deliveryLaws,
];
