import fc from 'fast-check';
import type { ClientConfigurationUpdate, UserUpdate } from '../../spec/types.ts';
import {
  type ConfigurationField,
  configurationFields,
  configurationKinds,
  type UserField,
  userKinds,
} from '../predicates/settings.ts';
import { birthDays, futureMoments } from '../values/instants.ts';
import { identifiers, names, niNumbers, postCodes } from '../values/text.ts';

/** Values that every deployment has to take. */
export type UserValues = { [Field in UserField]?: NonNullable<UserUpdate[Field]> };

const values: { [Field in UserField]-?: fc.Arbitrary<NonNullable<UserUpdate[Field]>> } = {
  forename: names,
  surname: names,
  date_of_birth: birthDays,
  post_codes: fc.uniqueArray(postCodes, { minLength: 1, maxLength: 4 }),
  // The one number that every deployment takes: fewer may be too few, and more too many.
  payroll_period_months: fc.constant(6),
  ni_number: niNumbers,
  // Begins as everything of the suite does, so that what a killed run leaves can be told from the deployment's own users.
  ext_id: identifiers.map((text) => `payrig-check-${text}`),
  recurring_checks_enabled: fc.boolean(),
  recurring_check_frequency: fc.constantFrom('WEEKLY', 'MONTHLY'),
  recurring_check_end_date: futureMoments,
  taxauth_enabled: fc.boolean(),
  payslip_upload_enabled: fc.boolean(),
  payroll_connections_enabled: fc.boolean(),
};

export const userUpdates: fc.Arbitrary<UserValues> = fc
  .record(values, { requiredKeys: [] })
  .filter((update) => Object.keys(update).length > 0);

export const wholeUsers = fc.record(values);

const wrong = {
  text: fc.constantFrom<unknown>(42, true, {}, ['text']),
  instant: fc.constantFrom<unknown>(42, true, {}, ['2030-01-01T00:00:00.000Z']),
  texts: fc.constantFrom<unknown>('LS1 4AP', 42, true, {}, [42], [{}]),
  integer: fc.constantFrom<unknown>('twelve', true, {}, [12]),
  flag: fc.constantFrom<unknown>('perhaps', 42, {}, [true]),
};

const wrongFor = <Field extends string>(kinds: Readonly<Record<Field, keyof typeof wrong>>) =>
  Object.fromEntries(
    Object.entries<keyof typeof wrong>(kinds).map(([field, kind]) => [field, wrong[kind]]),
  ) as Record<Field, fc.Arbitrary<unknown>>;

/** For every field a value of another JSON type, and a whole user of lawful ones. */
export const illTypedUsers: fc.Arbitrary<{ good: Required<UserValues>; bad: Record<UserField, unknown> }> =
  fc.record({ good: wholeUsers, bad: fc.record(wrongFor(userKinds)) });

/** Words that no server has for the frequency of checks. */
export const otherFrequencies: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('DAILY', 'FORTNIGHTLY', 'QUARTERLY', 'YEARLY', 'NEVER', 'WEEKLYX'),
  fc
    .string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 1, maxLength: 9 })
    .filter((word) => !['HOURLY', 'WEEKLY', 'MONTHLY'].includes(word)),
);

/** Values that every deployment has to take. */
export type ConfigurationValues = {
  [Field in ConfigurationField]?: NonNullable<ClientConfigurationUpdate[Field]>;
};

const address = (end: string) =>
  identifiers.map((text) => `https://lender.example/${encodeURIComponent(text)}${end}`);

const settings: {
  [Field in ConfigurationField]-?: fc.Arbitrary<NonNullable<ClientConfigurationUpdate[Field]>>;
} = {
  payslip_upload_enabled: fc.boolean(),
  // The one number that every deployment takes: fewer may be too few, and more too many.
  payroll_period_months: fc.constant(6),
  client_logo: address('.svg'),
  client_callback_url: address(''),
  recurring_checks_enabled: fc.boolean(),
  recurring_check_frequency: fc.constantFrom('WEEKLY', 'MONTHLY'),
  recurring_check_end_date: futureMoments,
  payroll_connections_enabled: fc.boolean(),
  client_display_name: names,
};

export const configurationUpdates: fc.Arbitrary<ConfigurationValues> = fc
  .record(settings, { requiredKeys: [] })
  .filter((update) => Object.keys(update).length > 0);

export const wholeConfigurations = fc.record(settings);

const illTypedValues = wrongFor(configurationKinds);

/** A field with a value of another JSON type, and one of its own type beside it. */
export const illTypedSettings: fc.Arbitrary<{ field: ConfigurationField; bad: unknown; good: unknown }> = fc
  .constantFrom(...configurationFields)
  .chain((field) =>
    fc.record({ field: fc.constant(field), bad: illTypedValues[field], good: settings[field] }),
  );
