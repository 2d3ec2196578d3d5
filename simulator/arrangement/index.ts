import type { ArrangementHandlers } from '../http/context.ts';
import { accounts } from './accounts.ts';
import { authorisations } from './authorisations.ts';
import { deliveries } from './deliveries.ts';
import { inspection } from './inspection.ts';
import { members } from './members.ts';
import { runs } from './runs.ts';
import { sandboxState } from './sandbox-state.ts';
import { scenarios } from './scenarios.ts';
import { submissions } from './submissions.ts';
import { users } from './users.ts';

export const arrangement: ArrangementHandlers = {
  ...accounts,
  ...authorisations,
  ...deliveries,
  ...inspection,
  ...members,
  ...runs,
  ...sandboxState,
  ...scenarios,
  ...submissions,
  ...users,
};
