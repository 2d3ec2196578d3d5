import type { ExamCheck } from '../exam-context.ts';
import { forgedChecks } from './forged.ts';
import { genuineChecks } from './genuine.ts';
import { handledChecks } from './handled.ts';
import { survivalChecks, timeChecks } from './survival.ts';

export const examChecks: readonly ExamCheck[] = [
  ...forgedChecks,
  ...survivalChecks,
  ...genuineChecks,
  ...handledChecks,
  ...timeChecks,
];
