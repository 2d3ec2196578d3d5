import type { ArrangementHandlers } from '../http/context.ts';
import { accounts } from './accounts.ts';
import { authorisations } from './authorisations.ts';
import { deliveries, due } from './deliveries.ts';
import { inspection, liveEvents } from './inspection.ts';
import { members } from './members.ts';
import { runs } from './runs.ts';
import { clients, sandboxState } from './sandbox-state.ts';
import { scenarios } from './scenarios.ts';
import { payroll, submissions } from './submissions.ts';
import { users } from './users.ts';

/** Every operation of the arrangement API. */
export const arrangement: ArrangementHandlers = {
  ...accounts,
  ...authorisations,
  ...clients,
  ...deliveries,
  ...due,
  ...inspection,
  ...liveEvents,
  ...members,
  ...payroll,
  ...runs,
  ...sandboxState,
  ...scenarios,
  ...submissions,
  ...users,
};
