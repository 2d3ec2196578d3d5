import { clientInteractions } from './client-interactions.ts';
import type { HttpInteraction } from './interaction.ts';
import { payrollInteractions } from './payroll-interactions.ts';
import { userInteractions } from './user-interactions.ts';
import { webhookInteractions } from './webhook-interactions.ts';

/** Every HTTP interaction of the pact. */
export const interactions: readonly HttpInteraction[] = [
  ...clientInteractions,
  ...userInteractions,
  ...payrollInteractions,
  ...webhookInteractions,
];
