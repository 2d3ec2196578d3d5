import type { ArrangementHandlers } from '../http/context.ts';
import { accounts } from './accounts.ts';
import { authorisations } from './authorisations.ts';
import { clients } from './clients.ts';
import { deliveries } from './deliveries.ts';
import { due } from './due.ts';
import { inspection } from './inspection.ts';
import { liveEvents } from './live-events.ts';
import { members } from './members.ts';
import { payroll } from './payroll.ts';
import { runs } from './runs.ts';
import { sandboxState } from './sandbox-state.ts';
import { scenarios } from './scenarios.ts';
import { submissions } from './submissions.ts';
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
