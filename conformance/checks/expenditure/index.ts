import type { Check } from '../../judgement/check.ts';
import { ageChecks } from './age.ts';
import { answerChecks } from './answers.ts';
import { periodChecks } from './periods.ts';
import { estimateErrorChecks } from './person-errors.ts';
import { regionChecks } from './regions.ts';

export const expenditureChecks: readonly Check[] = [
  ...answerChecks,
  ...periodChecks,
  ...ageChecks,
  ...regionChecks,
  ...estimateErrorChecks,
];
