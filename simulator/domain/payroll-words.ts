import { trustScoreOf } from '../../generators/people/trust-score.ts';
import type { Points } from '../../spec/profile.ts';
import type { PayrollSubmission } from '../../spec/types.ts';

/** What a deployment calls the origins of payroll data, and how it rates them. */
export type PayrollWords = Pick<Points, 'payroll.source-values' | 'payroll.trust-score-values'>;

export type PayrollOrigin = keyof PayrollWords['payroll.source-values'];

/** A payslip of a made-up person in the words of a profile. */
export function inWords(
  submission: PayrollSubmission,
  origin: PayrollOrigin,
  words: PayrollWords,
): PayrollSubmission {
  const rated = origin === 'upload' ? 'upload' : 'connection';
  return {
    ...submission,
    trust_score: trustScoreOf(submission.id, rated, words['payroll.trust-score-values']),
    source: words['payroll.source-values'][origin],
  };
}
