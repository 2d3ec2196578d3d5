import { InvalidArgumentError } from 'commander';

/** How a delivery fails: with a status, or by no answer at all. */
export type PlannedFailure = number | 'timeout';

/** Reads `500,timeout`: the answers to the first deliveries, in turn. */
export function failPlan(text: string): PlannedFailure[] {
  return text.split(',').map((word) => {
    const plan = word.trim();
    if (plan === 'timeout') return plan;
    const status = /^\d{3}$/.test(plan) ? Number(plan) : 0;
    if (status >= 300 && status <= 599) return status;
    throw new InvalidArgumentError('Give statuses from 300 to 599 and timeout, e.g. 500,timeout.');
  });
}
