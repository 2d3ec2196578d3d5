import type { Check } from '../../check.ts';
import { ageChecks, ageOnLastDayChecks } from './age.ts';
import { answerChecks, leftOutChecks } from './answers.ts';
import { periodChecks, sourceChecks } from './periods.ts';
import { periodErrorChecks, personErrorChecks } from './person-errors.ts';
import { countryChecks, regionChecks } from './regions.ts';

/** The clauses about the expenditure estimate. */
export const expenditureChecks: readonly Check[] = [
  ...answerChecks,
  ...periodChecks,
  ...sourceChecks,
  ...ageChecks,
  ...ageOnLastDayChecks,
  ...regionChecks,
  ...countryChecks,
  ...leftOutChecks,
  ...personErrorChecks,
  ...periodErrorChecks,
];
