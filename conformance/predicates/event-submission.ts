import type { ErrorObject } from '../../spec/contract.ts';
import { expectThat, expectValue } from '../judgement/expect.ts';
import type { JsonFields } from '../target/read-json.ts';
import { amountsOf } from './amounts.ts';

type Validator = ((value: unknown) => boolean) & { errors?: readonly ErrorObject[] | null };

/** The place of a fault in a submission, in dots. */
const placeOf = ({ instancePath }: ErrorObject): string => instancePath.split('/').slice(1).join('.');

/** Amounts and phone have clauses of their own, and milliseconds with a Z are stated of answers alone. */
function isFault(error: ErrorObject, elsewhere: ReadonlySet<string>): boolean {
  const { keyword, parentSchema, params } = error;
  if (keyword === 'pattern' && parentSchema?.['format'] === 'date-time') return false;
  if (keyword === 'anyOf' || params['type'] === 'null') return false;
  return !elsewhere.has(placeOf(error));
}

/** Fails the clause unless a submission in a payload has the stated types. */
export function expectSubmissionShape(validate: Validator, sent: JsonFields): void {
  if (validate(sent)) return;
  const elsewhere = new Set([...amountsOf(sent).keys(), 'identity_information.phone']);
  const fault = validate.errors?.find((error) => isFault(error, elsewhere));
  const actual = fault ? `${placeOf(fault)}: ${JSON.stringify(fault.data)} ${fault.message}` : '';
  expectThat(!fault, 'fields of the stated types', actual);
}

/** ISO 8601, with or without a fraction, in UTC or with an offset. */
const iso8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}(:?\d{2})?)?$/;

/** Fails the clause unless this is the time of an event. */
export function expectEventTime(timestamp: unknown): void {
  const isTime = iso8601.test(String(timestamp)) && !Number.isNaN(Date.parse(String(timestamp)));
  expectValue(typeof timestamp === 'string' && isTime, 'an ISO 8601 timestamp', timestamp);
}
