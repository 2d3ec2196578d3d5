import type { ArrangementHandlers } from '../http/context.ts';
import { deliveries } from './deliveries.ts';
import { inspection } from './inspection.ts';
import { sandboxState } from './sandbox-state.ts';
import { scenarios } from './scenarios.ts';
import { submissions } from './submissions.ts';
import { users } from './users.ts';
import { whyNoEvent } from './why-no-event.ts';

export const arrangement: ArrangementHandlers = {
  ...deliveries,
  ...inspection,
  ...sandboxState,
  ...scenarios,
  ...submissions,
  ...users,
  ...whyNoEvent,
};
