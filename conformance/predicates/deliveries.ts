import type { ErrorObject } from '../../spec/contract.ts';
import { expectEqual, expectThat, expectValue } from '../judgement/expect.ts';
import { fieldsOf, type JsonFields } from '../target/read-json.ts';
import { amountsOf } from './amounts.ts';
import { payrollIn } from './payroll.ts';

type Validator = ((value: unknown) => boolean) & { errors?: readonly ErrorObject[] | null };

const placeOf = ({ instancePath }: ErrorObject): string => instancePath.split('/').slice(1).join('.');

/** Amounts and phone have clauses of their own, and milliseconds with a Z are stated of answers alone. */
function isFault(error: ErrorObject, elsewhere: ReadonlySet<string>): boolean {
  const { keyword, parentSchema, params } = error;
  if (keyword === 'pattern' && parentSchema?.['format'] === 'date-time') return false;
  if (keyword === 'anyOf' || params['type'] === 'null') return false;
  return !elsewhere.has(placeOf(error));
}

export function expectSubmissionShape(validate: Validator, sent: JsonFields): void {
  if (validate(sent)) return;
  const elsewhere = new Set([...amountsOf(sent).keys(), 'identity_information.phone']);
  const fault = validate.errors?.find((error) => isFault(error, elsewhere));
  const actual = fault ? `${placeOf(fault)}: ${JSON.stringify(fault.data)} ${fault.message}` : '';
  expectThat(!fault, 'fields of the stated types', actual);
}

/** ISO 8601, with or without a fraction, in UTC or with an offset. */
const iso8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/;

export function expectEventTime(timestamp: unknown): void {
  const isTime = iso8601.test(String(timestamp)) && !Number.isNaN(Date.parse(String(timestamp)));
  expectValue(typeof timestamp === 'string' && isTime, 'an ISO 8601 timestamp', timestamp);
}

export const isHexSignature = (text: string): boolean => /^[0-9a-f]{128}$/.test(text);

export const expectHexSignature = (isHex: boolean, shown = 'something else'): void =>
  expectThat(isHex, '128 lower-case hexadecimal digits', shown);

export const expectBase64Body = (isBase64: boolean, shown = 'something else'): void =>
  expectThat(isBase64, 'Base64 text throughout', shown);

export const expectEncrypted = (isPlain: boolean): void =>
  expectThat(!isPlain, 'an encrypted body', 'JSON as it is');

/** Fails the clause unless the payload has the submissions of these ids, and names the entry and the account of its event. */
export function expectAllSubmissions(body: JsonFields, ids?: readonly unknown[]): void {
  const links = ({ entry_id, account_id }: JsonFields) => ({ entry_id, account_id });
  const payload = fieldsOf(body['payload']);
  expectEqual(links(payload), links(body), 'the entry and the account in the payload');
  const sent = payrollIn({ body: payload }).map(({ id }) => id);
  if (ids) expectEqual(sent.sort(), [...ids].sort(), 'the ids of the submissions in the payload');
}

export function expectNumbers(sent: JsonFields): ReadonlyMap<string, unknown> {
  const amounts = amountsOf(sent);
  for (const [place, value] of amounts)
    expectValue(typeof value === 'number', `${place} to be a number in the payload`, value);
  return amounts;
}

export const expectPhoneText = (phone: unknown): void =>
  expectEqual(typeof phone, 'string', 'the JSON type of phone in the payload');
