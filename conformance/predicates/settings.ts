import { type FieldKind, updateFields } from '../../spec/generated/contract-lists.ts';
import type { ClientConfigurationUpdate, UserUpdate } from '../../spec/types.ts';
import { expectEqual, expectShape, expectSuccess, expectValue } from '../judgement/expect.ts';
import type { ServiceResponse } from '../target/exchange.ts';
import { fieldsOf, type JsonFields } from '../target/read-json.ts';
import type { Laws } from './law.ts';

export type UserField = keyof UserUpdate;
/** The fields that the document lists; a client-level one for tax-authority data is open. */
export type ConfigurationField = Exclude<keyof ClientConfigurationUpdate, 'taxauth_enabled'>;

export const userKinds: { readonly [Field in UserField]-?: FieldKind } = updateFields.UserUpdate;
const { taxauth_enabled: _, ...stated } = updateFields.ClientConfigurationUpdate;
export const configurationKinds: { readonly [Field in ConfigurationField]-?: FieldKind } = stated;

export const userFields = Object.keys(userKinds) as UserField[];
export const configurationFields = Object.keys(configurationKinds) as ConfigurationField[];

const allKinds: Readonly<Record<string, FieldKind>> = { ...userKinds, ...configurationKinds };
const isInstant = (field: string): boolean => allKinds[field] === 'instant';

/** A text but for blanks at its ends and its normal form, which a server may tidy; the free identifier is kept as it is. */
const tidied = (field: string, value: unknown): unknown =>
  typeof value === 'string' && field !== 'ext_id' ? value.trim().normalize() : value;

/** Whether a field shows the value that was sent: instants by their meaning, all else as it is. */
export function showsValue(field: string, shown: unknown, sent: unknown): boolean {
  if (isInstant(field)) return Date.parse(String(shown)) === Date.parse(String(sent));
  return JSON.stringify(tidied(field, shown)) === JSON.stringify(tidied(field, sent));
}

const withValues = (record: object, isMeant: (name: string) => boolean): JsonFields =>
  Object.fromEntries(Object.entries(record).filter(([name, value]) => isMeant(name) && value !== null));

/** The fields that have a value, without those that an update named: what the update has to leave alone. */
export const setFields = (record: object, named: readonly string[] = []): JsonFields =>
  withValues(record, (name) => !named.includes(name));

/** The stated fields of a configuration that are set, instants by their meaning. */
export function settingsOf(configuration: object, fields: readonly string[] = configurationFields) {
  const values = fieldsOf(configuration);
  const set = configurationFields.filter((name) => fields.includes(name) && values[name] != null);
  const meaning = (name: string): unknown =>
    isInstant(name) ? Date.parse(String(values[name])) : tidied(name, values[name]);
  return Object.fromEntries(set.map((name) => [name, meaning(name)]));
}

const sentValues = ({ sent }: ServiceResponse, fields: readonly string[]): JsonFields =>
  withValues(fieldsOf(sent), (name) => fields.includes(name));

/** Fails the clause unless the fields that were sent as null are unset, in whichever form. */
export function expectUnset(answer: ServiceResponse): boolean {
  const user = fieldsOf(answer.body);
  const unset = userFields.filter((field) => fieldsOf(answer.sent)[field] === null);
  for (const field of unset)
    expectValue(user[field] == null, `${field} to be absent or null`, user[field], answer);
  return unset.length > 0;
}

export const frequencyIn = (body: unknown): unknown => fieldsOf(body)['recurring_check_frequency'];

export const expectFrequency = (answer: ServiceResponse): void =>
  expectEqual(frequencyIn(expectSuccess(answer, 200)), frequencyIn(answer.sent), 'the frequency', answer);

/** The clauses about what the answer to an update shows; one that sent no value says nothing. */
export const settingLaws = {
  'users.patch.sets': (answer) => {
    const { post_codes, ...rest } = sentValues(answer, userFields);
    // What an empty list does is open.
    const isEmpty = post_codes === undefined || (Array.isArray(post_codes) && post_codes.length === 0);
    const sent = isEmpty ? rest : { ...rest, post_codes };
    if (post_codes === undefined && Object.keys(sent).length === 0) return false;
    const user = fieldsOf(expectSuccess(answer, 200));
    expectEqual(user['user_id'], answer.path['user_id'], 'user_id', answer);
    for (const [name, value] of Object.entries(sent)) {
      const isShown = showsValue(name, user[name], value);
      expectValue(isShown, `${name} to be ${JSON.stringify(value)}`, user[name], answer);
    }
    return true;
  },
  'users.patch.null-unsets': (answer) => expectUnset(answer),
  'configuration.patch.sets': (answer) => {
    const sent = sentValues(answer, configurationFields);
    const names = Object.keys(sent);
    if (names.length === 0) return false;
    const shown = fieldsOf(expectSuccess(answer, 200));
    expectEqual(settingsOf(shown, names), settingsOf(sent), 'what was sent', answer);
    return true;
  },
  'configuration.shape.types': (answer) => {
    expectSuccess(answer, 200);
    expectShape(answer);
  },
} as const satisfies Laws;
