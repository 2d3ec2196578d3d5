import { expenditureMutants } from './expenditure/index.ts';
import type { Mutant } from './mutant.ts';
import { userMutants } from './users.ts';

/** Every mutant of the suite; a new group is a file and a line here. */
export const mutants: readonly Mutant[] = [...userMutants, ...expenditureMutants];
