import { defaultProfile, type Points } from '../../../spec/profile.ts';
import { type Due, type FinishedAttempt, newDelivery } from '../delivery.ts';

/** A payroll delivery that is due at once. */
export function sampleDelivery(): Due {
  const message = JSON.stringify({
    event: 'user-payroll-submitted',
    user_id: 'user',
    timestamp: '1970-01-01T00:00:00.000Z',
    entry_id: 'entry',
    account_id: null,
  });
  return { delivery: newDelivery('user-payroll-submitted', message, 0), due: 0 };
}

/** An attempt of the first round, answered with a status, or not at all. */
export function sampleAttempt(status: number | null, round = 1): FinishedAttempt {
  const error = status === null ? 'connection refused' : null;
  return { round, attempt: { at: 0, status, error, duration_ms: 5 }, headers: { 'x-a': 'b' }, body: '{}' };
}

/** The points of the default profile, with some given otherwise. */
export const samplePoints = (given: Partial<Points> = {}): Points => ({
  ...defaultProfile().points,
  ...given,
});
