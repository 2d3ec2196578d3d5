import type { Check } from '../../judgement/check.ts';
import { ageChecks } from './age.ts';
import { answerChecks } from './answers.ts';
import { periodChecks } from './periods.ts';
import { estimateErrorChecks } from './person-errors.ts';
import { regionChecks } from './regions.ts';

/** The clauses about the expenditure estimate. */
export const expenditureChecks: readonly Check[] = [
  ...answerChecks,
  ...periodChecks,
  ...ageChecks,
  ...regionChecks,
  ...estimateErrorChecks,
];
