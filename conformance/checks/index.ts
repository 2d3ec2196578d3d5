import type { Check } from '../check.ts';
import { accountChecks } from './accounts.ts';
import { authChecks } from './auth.ts';
import { authorisationChecks } from './authorisation.ts';
import { configurationChecks } from './configuration.ts';
import { errorChecks } from './errors.ts';
import { expenditureChecks } from './expenditure/index.ts';
import { httpChecks } from './http.ts';
import { isolationChecks } from './isolation.ts';
import { memberChecks } from './members.ts';
import { providerChecks } from './providers.ts';
import { settingChecks } from './settings.ts';
import { termChecks } from './terms.ts';
import { userChecks } from './users.ts';

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
  ...isolationChecks,
  ...memberChecks,
  ...providerChecks,
  ...settingChecks,
  ...termChecks,
];
