import type { Check } from '../../check.ts';
import { ageChecks } from './age.ts';
import { ageOnLastDayChecks } from './age-on-last-day.ts';
import { answerChecks } from './answers.ts';
import { countryChecks } from './countries.ts';
import { leftOutChecks } from './left-out.ts';
import { periodErrorChecks } from './period-errors.ts';
import { periodChecks } from './periods.ts';
import { personErrorChecks } from './person-errors.ts';
import { regionChecks } from './regions.ts';
import { sourceChecks } from './sources.ts';

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
