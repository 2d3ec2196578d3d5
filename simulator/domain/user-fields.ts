import { type FieldKind, updateFields } from '../../spec/generated/contract-lists.ts';
import type { Points } from '../../spec/profile.ts';
import type { ClientConfigurationUpdate, User, UserUpdate } from '../../spec/types.ts';
import { normalInstant } from './instant.ts';
import { refusals } from './refusal.ts';

const { UserUpdate: ofUser, ClientConfigurationUpdate: ofClient } = updateFields;
export const writableFields = Object.keys(ofUser) as (keyof UserUpdate)[];
export const writableSettings = Object.keys(ofClient) as (keyof ClientConfigurationUpdate)[];
const kinds: Readonly<Record<string, FieldKind>> = { ...ofUser, ...ofClient };

/** Null removes a field, and one that is not given stays. A body that lacks one of the fields does not compile. */
export function patched<T extends object, Given extends object>(
  before: T,
  given: Given,
  fields: readonly (keyof Given & string)[],
): T {
  const after = { ...before } as Record<string, unknown>;
  for (const field of fields) {
    if (!Object.hasOwn(given, field)) continue;
    const value: unknown = Reflect.get(given, field);
    if (value === null || value === undefined) delete after[field];
    else after[field] = kinds[field] === 'instant' ? normalInstant(String(value), field) : value;
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
