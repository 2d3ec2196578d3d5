import fc from 'fast-check';
import type { ClientConfigurationUpdate } from '../../spec/types.ts';
import { futureMoments } from './instants.ts';
import { identifiers, names } from './text.ts';

export type ConfigurationField = keyof ClientConfigurationUpdate;
/** Values that every deployment has to take. */
export type ConfigurationValues = {
  [Field in ConfigurationField]?: NonNullable<ClientConfigurationUpdate[Field]>;
};

const address = (end: string) =>
  identifiers.map((text) => `https://lender.example/${encodeURIComponent(text)}${end}`);

const values = {
  payslip_upload_enabled: fc.boolean(),
  // Few enough for whatever maximum a deployment has.
  payroll_period_months: fc.integer({ min: 1, max: 6 }),
  client_logo: address('.svg'),
  client_callback_url: address(''),
  recurring_checks_enabled: fc.boolean(),
  recurring_check_frequency: fc.constantFrom('WEEKLY', 'MONTHLY'),
  recurring_check_end_date: futureMoments,
  payroll_connections_enabled: fc.boolean(),
  client_display_name: names,
} as const satisfies {
  [Field in ConfigurationField]-?: fc.Arbitrary<NonNullable<ClientConfigurationUpdate[Field]>>;
};

/** The nine fields of a client's configuration. */
export const configurationFields = Object.keys(values) as ConfigurationField[];

/** Any one or more of the fields, each with a lawful value. */
export const configurationUpdates: fc.Arbitrary<ConfigurationValues> = fc
  .record(values, { requiredKeys: [] })
  .filter((update) => Object.keys(update).length > 0) as fc.Arbitrary<ConfigurationValues>;

/** All of the fields. */
export const wholeConfigurations = fc.record(values) as fc.Arbitrary<Required<ConfigurationValues>>;

const wrong = {
  text: fc.constantFrom<unknown>(42, true, {}, ['text']),
  instant: fc.constantFrom<unknown>(42, true, {}, ['2030-01-01T00:00:00.000Z']),
  integer: fc.constantFrom<unknown>('twelve', true, {}, [12]),
  flag: fc.constantFrom<unknown>('perhaps', 42, {}, [true]),
};

const kinds: { [Field in ConfigurationField]-?: fc.Arbitrary<unknown> } = {
  payslip_upload_enabled: wrong.flag,
  payroll_period_months: wrong.integer,
  client_logo: wrong.text,
  client_callback_url: wrong.text,
  recurring_checks_enabled: wrong.flag,
  recurring_check_frequency: wrong.text,
  recurring_check_end_date: wrong.instant,
  payroll_connections_enabled: wrong.flag,
  client_display_name: wrong.text,
};

/** A field with a value of another JSON type, and one of its own type beside it. */
export const illTypedSettings: fc.Arbitrary<{ field: ConfigurationField; bad: unknown; good: unknown }> = fc
  .constantFrom(...configurationFields)
  .chain((field) => fc.record({ field: fc.constant(field), bad: kinds[field], good: values[field] }));
