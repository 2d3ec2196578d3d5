import { refusals } from './refusal.ts';

/** Refuses hourly checks anywhere but in a sandbox. */
export function checkFrequency(
  given: { recurring_check_frequency?: string | null },
  environment: 'sandbox' | 'production',
): void {
  if (given.recurring_check_frequency !== 'HOURLY' || environment === 'sandbox') return;
  throw refusals.invalid([
    'Field [recurring_check_frequency] must be one of WEEKLY, MONTHLY; HOURLY is allowed in sandbox only',
  ]);
}
