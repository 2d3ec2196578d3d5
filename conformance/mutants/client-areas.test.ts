import { accountMutants } from './accounts.ts';
import { authMutants } from './auth.ts';
import { authorisationMutants } from './authorisation.ts';
import { configurationMutants } from './configuration.ts';
import { errorMutants } from './errors.ts';
import { isolationMutants } from './isolation.ts';
import { memberMutants } from './members.ts';
import { providerMutants } from './providers.ts';
import { settingMutants } from './settings.ts';
import { termMutants } from './terms.ts';
import { testMutants } from './testing/test-mutants.ts';

const groups = [
  accountMutants,
  authMutants,
  authorisationMutants,
  configurationMutants,
  errorMutants,
  isolationMutants,
  memberMutants,
  providerMutants,
  settingMutants,
  termMutants,
];
testMutants(groups, { ofEach: 1 });
