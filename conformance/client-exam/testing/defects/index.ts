// Clients that are each wrong in one thing, and the clause that has to catch them.
import type { Defect } from '../defect.ts';
import { secondDefects } from '../second-defects.ts';
import { pagingDefects } from './paging.ts';
import { refusalsAndTroubleDefects } from './refusals-and-trouble.ts';
import { requestsDefects } from './requests.ts';
import { toleranceDefects } from './tolerance.ts';
import { valuesAndStatesDefects } from './values-and-states.ts';
import { webhooksDefects } from './webhooks.ts';

export const defects: readonly Defect[] = [
  ...secondDefects,
  ...requestsDefects,
  ...toleranceDefects,
  ...pagingDefects,
  ...valuesAndStatesDefects,
  ...refusalsAndTroubleDefects,
  ...webhooksDefects,
];
