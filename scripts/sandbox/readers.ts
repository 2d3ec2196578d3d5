import { birthAt, MOST_USERS } from '../../generators/world/birth.ts';
import type { ExtraClient } from '../../simulator/app/options.ts';
import { readInstant } from '../../simulator/domain/read-instant.ts';
import { isTarget } from '../../simulator/webhooks/target-rules.ts';

// Each reads the text of a flag or variable, and throws an error that says what it should have been.

export function text(given: string): string {
  if (given === '') throw new RangeError('it is empty');
  return given;
}

export const port = (given: string): number => wholeNumber(given, 0, 65_535);

export const count = (given: string): number => wholeNumber(given, 0, MOST_USERS);

function wholeNumber(given: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new RangeError(`it must be a whole number from ${least} to ${most}`);
  return number;
}

export function yesOrNo(given: string): boolean {
  const word = given.toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(word)) return true;
  if (['0', 'false', 'no', 'off', ''].includes(word)) return false;
  throw new RangeError('it must be true or false');
}

export const oneOf =
  <Word extends string>(words: readonly Word[]): ((given: string) => Word) =>
  (given) => {
    const found = words.find((word) => word === given);
    if (found === undefined) throw new RangeError(`it must be one of ${words.join(', ')}`);
    return found;
  };

export const listOf =
  <T>(read: (given: string) => T): ((given: string) => T[]) =>
  (given) =>
    given.split(',').map((one) => read(one.trim()));

/** A name, an address or a block of addresses that webhooks may or may not be sent to. */
export function webhookTarget(given: string): string {
  if (!isTarget(given)) throw new RangeError('it must be a host name, an address or a CIDR block');
  return given;
}

export function httpUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError('it must be an http or https URL');
  if (url.search || url.hash) throw new RangeError('it must have no query and no fragment');
  return given.replace(/\/+$/, '');
}

/** An instant as ISO 8601 writes it; a plain date is its first moment. */
export function timestamp(given: string): string {
  const instant = readInstant(given);
  if (instant === undefined)
    throw new RangeError('it must be an ISO 8601 timestamp such as 2028-06-15T09:00:00Z');
  return new Date(birthAt(instant)).toISOString();
}

export function postgresUrl(given: string): string {
  if (!/^postgres(ql)?:\/\//.test(given) || !URL.canParse(given))
    throw new RangeError('it must be a postgres:// URL');
  return given;
}

/** NAME:KEY, where the name is as in a file name and the key fits into a header. */
export function client(given: string): ExtraClient {
  const [, name, apiKey] = /^([a-z0-9][a-z0-9-]{0,39}):([\x21-\x7e]+)$/.exec(given.trim()) ?? [];
  if (name === undefined || apiKey === undefined)
    throw new RangeError('it must be NAME:KEY, the name in small letters, digits and dashes');
  return { name, apiKey };
}
