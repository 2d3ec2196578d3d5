import type { Points } from '../../spec/profile.ts';
import type { User, UserUpdate } from '../../spec/types.ts';
import { normalInstant } from './instant.ts';
import { refusals } from './refusal.ts';

export const writableFields = [
  'forename',
  'surname',
  'date_of_birth',
  'post_codes',
  'payroll_period_months',
  'ni_number',
  'ext_id',
  'recurring_checks_enabled',
  'recurring_check_frequency',
  'recurring_check_end_date',
  'taxauth_enabled',
  'payslip_upload_enabled',
  'payroll_connections_enabled',
] as const satisfies readonly (keyof UserUpdate)[];

const instants: ReadonlySet<string> = new Set(['date_of_birth', 'recurring_check_end_date']);

/** An object with the given fields taken over: null removes a field, and a field that is not given stays as it was. */
export function patched<T extends object>(before: T, given: object, fields: readonly string[]): T {
  const after: Record<string, unknown> = Object.fromEntries(Object.entries(before));
  for (const field of fields) {
    if (!Object.hasOwn(given, field)) continue;
    const value: unknown = Reflect.get(given, field);
    if (value === null || value === undefined) delete after[field];
    else after[field] = instants.has(field) ? normalInstant(String(value), field) : value;
  }
  return after as T;
}

const unset = Object.fromEntries(writableFields.map((field) => [field, null]));

/** A user as answers show it: fields that are not set are absent or null, as the profile says. */
export const shownUser = (user: User, points: Points): User =>
  points['users.unset-form'] === 'absent' ? user : { ...unset, ...user };

export function checkFrequency(
  given: { recurring_check_frequency?: string | null },
  environment: 'sandbox' | 'production',
): void {
  if (given.recurring_check_frequency !== 'HOURLY' || environment === 'sandbox') return;
  throw refusals.invalid([
    'Field [recurring_check_frequency] must be one of WEEKLY, MONTHLY; HOURLY is allowed in sandbox only',
  ]);
}
