import type { ArrangementHandlers } from '../http/context.ts';
import { deliveries } from './deliveries.ts';
import { inspection } from './inspection.ts';
import { runs, sandboxState } from './sandbox-state.ts';
import { scenarios } from './scenarios.ts';
import { accounts, submissions } from './submissions.ts';
import { authorisations, members, users } from './users.ts';
import { whyNoEvent } from './why-no-event.ts';

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
  ...whyNoEvent,
};
