import type { AnyProbe } from '../probe.ts';
import { authorisationProbes } from './authorisations.ts';
import { connectionProbes } from './connections.ts';
import { expenditureProbes } from './expenditure.ts';
import { lifetimeProbes } from './lifetimes.ts';
import { listProbes } from './lists.ts';
import { memberProbes } from './members.ts';
import { requestProbes } from './requests.ts';
import { shownPayrollProbes } from './shown-payroll.ts';
import { deliveryProbes, webhookProbes } from './webhooks.ts';

/** Every probe of the suite; a new group is a file and a line here. */
export const probes: readonly AnyProbe[] = [
  // They wait for deliveries: the others run meanwhile.
  ...deliveryProbes,
  ...listProbes,
  ...requestProbes,
  ...memberProbes,
  ...authorisationProbes,
  ...connectionProbes,
  ...expenditureProbes,
  ...shownPayrollProbes,
  ...webhookProbes,
  ...lifetimeProbes,
];
