import type { Mutant } from '../mutant.ts';
import { ageMutants } from './age.ts';
import { answerMutants } from './answers.ts';
import { errorMutants } from './errors.ts';
import { leftOutMutants } from './left-out.ts';
import { periodMutants } from './periods.ts';
import { regionMutants } from './regions.ts';

/** Broken sandboxes for the clauses about the expenditure estimate. */
export const expenditureMutants: readonly Mutant[] = [
  ...answerMutants,
  ...periodMutants,
  ...ageMutants,
  ...regionMutants,
  ...leftOutMutants,
  ...errorMutants,
];
