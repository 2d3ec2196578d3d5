import type { Check } from '../check.ts';
import { expenditureChecks } from './expenditure/index.ts';
import { userChecks } from './users.ts';

/** Every check of the suite; a new group is a file and a line here. */
export const checks: readonly Check[] = [...userChecks, ...expenditureChecks];
