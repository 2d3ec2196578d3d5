import { areaOf } from '../../spec/clauses.ts';
import { needsOf } from '../deployment/offers.ts';
import type { Capability } from '../judgement/capability.ts';
import type { Check } from '../judgement/check.ts';

/** Areas whose answers no setting of the client decides, and whose checks send no update of the configuration. */
const areas: ReadonlySet<string> = new Set([
  'bank-statements',
  'members',
  'providers',
  'terms',
  'users',
  'webhooks',
]);

/** Settings decide whether, and how far back, payroll is retrieved or uploaded. */
const decided: readonly Capability[] = ['accounts', 'authorisations', 'direct-payroll', 'entries', 'tokens'];

/** Whether a check may run while another one changes the configuration. */
export const isFreeOfSettings = (check: Check): boolean =>
  check.exclusive === undefined &&
  areas.has(areaOf(check.clause)) &&
  !needsOf(check).some((need) => decided.includes(need));
