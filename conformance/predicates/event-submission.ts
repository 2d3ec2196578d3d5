import type { ErrorObject } from '../../spec/contract.ts';

/** The place of a fault in a submission, in dots. */
export const placeOf = ({ instancePath }: ErrorObject): string => instancePath.split('/').slice(1).join('.');

/** Amounts and phone have clauses of their own, and milliseconds with a Z are stated of answers alone. */
export function isFault(error: ErrorObject, elsewhere: ReadonlySet<string>): boolean {
  const { keyword, parentSchema, params } = error;
  if (keyword === 'pattern' && parentSchema?.['format'] === 'date-time') return false;
  if (keyword === 'anyOf' || params['type'] === 'null') return false;
  return !elsewhere.has(placeOf(error));
}
