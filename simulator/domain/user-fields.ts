import type { Points } from '../../spec/profile.ts';
import type { User, UserUpdate } from '../../spec/types.ts';
import { normalInstant } from './instant.ts';

/** The fields of a user that a client may write. */
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

/** Something with the given fields taken over: what is null is removed, what is not there stays as it was. */
export function patched<T extends object>(before: T, given: object, fields: readonly string[]): T {
  const after = { ...before } as Record<string, unknown>;
  for (const field of fields) {
    if (!Object.hasOwn(given, field)) continue;
    const value = (given as Record<string, unknown>)[field];
    if (value === null || value === undefined) delete after[field];
    else after[field] = instants.has(field) ? normalInstant(value as string, field) : value;
  }
  return after as unknown as T;
}

/** Users as answers show them: fields that are not set are absent or null, as the profile says. */
export function shownUsers(users: User[], points: Points): User[] {
  if (points['users.unset-form'] === 'absent') return users;
  const empty = Object.fromEntries(writableFields.map((field) => [field, null]));
  return users.map((user) => ({ ...empty, ...user }));
}

export const shownUser = (user: User, points: Points): User => shownUsers([user], points)[0] as User;
