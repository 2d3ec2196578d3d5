import fc from 'fast-check';
import type { ClientConfigurationUpdate, UserUpdate } from '../../spec/types.ts';
import type { ConfigurationField, UserField } from '../predicates/settings.ts';
import { birthDays, futureMoments } from '../values/instants.ts';
import { specialRows, specials } from '../values/table.ts';
import { identifiers, names, niNumbers, postCodes } from '../values/text.ts';
import { wrongValues } from '../values/wrong-values.ts';

/** Values that every deployment has to take. */
export type UserValues = { [Field in UserField]?: NonNullable<UserUpdate[Field]> };

const values: { [Field in UserField]-?: fc.Arbitrary<NonNullable<UserUpdate[Field]>> } = {
  forename: names,
  surname: names,
  date_of_birth: birthDays,
  post_codes: fc.uniqueArray(postCodes, { minLength: 1, maxLength: 4 }),
  // The one number that every deployment accepts: some refuse smaller ones, others larger ones.
  payroll_period_months: fc.constant(6),
  ni_number: niNumbers,
  // Starts with the suite's prefix, so that users that a killed run leaves behind can be recognised.
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

export const specialUsers = specialRows<UserValues>('user');

const oddMonths = [1, 3, 12, 13, 24, 60].map((months) => ({ payroll_period_months: months }));

/** Values that a server may refuse, each with its field; one that it takes it has to keep. */
export const oddUsers: readonly UserValues[] = [
  ...[...specials.oddTexts, '007'].flatMap((text) => [{ ext_id: text }, { surname: text }]),
  ...specials.oddInstants.map((instant) => ({ recurring_check_end_date: instant })),
  ...oddMonths,
  ...specials.lengths.slice(3).map((length) => ({
    post_codes: Array.from({ length }, (_, n) => `LS${1 + Math.floor(n / 9)} ${1 + (n % 9)}AP`),
  })),
];

const right = {
  text: 'text',
  instant: '2030-01-01T00:00:00.000Z',
  texts: ['LS1 4AP'],
  integer: 12,
  flag: true,
};

/** For every field, values of another JSON type. */
export const illTyped = (kinds: Readonly<Record<string, keyof typeof right>>): Record<string, unknown>[] =>
  Object.entries(kinds).flatMap(([field, kind]) => wrongValues(right[kind]).map((bad) => ({ [field]: bad })));

/** Frequency words that no server knows. */
export const usualFrequencies = [
  'DAILY',
  'FORTNIGHTLY',
  'QUARTERLY',
  'YEARLY',
  'NEVER',
  'BIWEEKLY',
  'WEEKLYX',
] as const;
export const otherFrequencies: fc.Arbitrary<string> = fc
  .string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: 1, maxLength: 9 })
  .filter((word) => !['HOURLY', 'WEEKLY', 'MONTHLY'].includes(word));

export type ConfigurationValues = {
  [Field in ConfigurationField]?: NonNullable<ClientConfigurationUpdate[Field]>;
};

const address = (end: string) =>
  identifiers.map((text) => `https://lender.example/${encodeURIComponent(text)}${end}`);

const settings: {
  [Field in ConfigurationField]-?: fc.Arbitrary<NonNullable<ClientConfigurationUpdate[Field]>>;
} = {
  payslip_upload_enabled: fc.boolean(),
  // The one number that every deployment accepts: some refuse smaller ones, others larger ones.
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

export const specialConfigurations = specialRows<ConfigurationValues>('configuration');
export const oddConfigurations: readonly ConfigurationValues[] = [
  ...specials.oddTexts.map((text) => ({ client_display_name: text })),
  ...['data:image/png;base64,iVBORw0KGgo=', 'https://lender.example/a?b=1&c=%20#d'].map((address) => ({
    client_logo: address,
    client_callback_url: address,
  })),
  ...oddMonths,
  ...specials.oddInstants.map((instant) => ({ recurring_check_end_date: instant })),
];
