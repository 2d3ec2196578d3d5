import { readFileSync } from 'node:fs';
import { birthAt, MOST_USERS } from '../../generators/world/birth.ts';
import type { ExtraClient } from '../../simulator/app/options.ts';
import { readInstant } from '../../simulator/domain/instant.ts';
import { isTarget } from '../../simulator/webhooks/target-rules.ts';
import type { PartialProfile } from '../../spec/profile.ts';

// Each reads the text of a flag or variable, and throws an error that says what it should have been.

const textThat =
  (isRight: (given: string) => boolean, problem: string) =>
  (given: string): string => {
    if (!isRight(given)) throw new RangeError(problem);
    return given;
  };

const text = textThat((given) => given !== '', 'it is empty');

const numberLike =
  (shape: RegExp, least: number, most: number, what: string) =>
  (given: string): number => {
    const number = shape.test(given) ? Number(given) : Number.NaN;
    if (!(number >= least && number <= most)) throw new RangeError(`it must be ${what}`);
    return number;
  };

const wholeNumber = (most: number) => numberLike(/^\d{1,9}$/, 0, most, `a whole number from 0 to ${most}`);

function yesOrNo(given: string): boolean {
  const word = given.toLowerCase();
  if (['1', 'true', 'yes', 'on'].includes(word)) return true;
  if (['0', 'false', 'no', 'off', ''].includes(word)) return false;
  throw new RangeError('it must be true or false');
}

const oneOf =
  <Word extends string>(words: readonly Word[]): ((given: string) => Word) =>
  (given) => {
    const found = words.find((word) => word === given);
    if (found === undefined) throw new RangeError(`it must be one of ${words.join(', ')}`);
    return found;
  };

const listOf =
  <T>(read: (given: string) => T): ((given: string) => T[]) =>
  (given) =>
    given.split(',').map((one) => read(one.trim()));

const webhookTarget = textThat(isTarget, 'it must be a host name, an address or a CIDR block');

function httpUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError('it must be an http or https URL');
  if (url.search || url.hash) throw new RangeError('it must have no query and no fragment');
  return given.replace(/(?<!\/)\/+$/, '');
}

function timestamp(given: string): string {
  const instant = readInstant(given);
  if (instant === undefined)
    throw new RangeError('it must be an ISO 8601 timestamp such as 2028-06-15T09:00:00Z');
  return new Date(birthAt(instant)).toISOString();
}

const isPostgresUrl = (given: string) => /^postgres(ql)?:\/\//.test(given) && URL.canParse(given);

/** NAME:KEY, where the name is as in a file name and the key fits into a header. */
function client(given: string): ExtraClient {
  const [, name, apiKey] = /^([a-z0-9][a-z0-9-]{0,39}):([\x21-\x7e]+)$/.exec(given.trim()) ?? [];
  if (name === undefined || apiKey === undefined)
    throw new RangeError('it must be NAME:KEY, the name in small letters, digits and dashes');
  return { name, apiKey };
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const readers = {
  port: wholeNumber(65_535),
  host: text,
  seed: text,
  users: wholeNumber(MOST_USERS),
  dishonest: numberLike(/^(\d|\d?\.\d+)$/, 0, 0.5, 'a share from 0 to 0.5, such as 0.1'),
  now: timestamp,
  frozen: yesOrNo,
  scenarios: text,
  data: text,
  store: textThat(isPostgresUrl, 'it must be a postgres:// URL'),
  ephemeral: yesOrNo,
  // A config file may hold the profile itself.
  profile: (given: string): string | PartialProfile => text(given),
  environment: oneOf(['sandbox', 'production'] as const),
  strict: yesOrNo,
  quiet: yesOrNo,
  logLevel: oneOf(logLevels),
  sandboxKey: text,
  client: listOf(client),
  publicUrl: httpUrl,
  allowedHosts: listOf(text),
  webhookAllow: listOf(webhookTarget),
  webhookDeny: listOf(webhookTarget),
} satisfies Record<string, (text: string) => unknown>;

type Readers = typeof readers;
type Words = { flag: string; about: string };

const words: Record<keyof Readers, Words> = JSON.parse(
  readFileSync(new URL('./settings.json', import.meta.url), 'utf8'),
);

export const settingKeys = Object.keys(readers) as (keyof Readers)[];

/** Every setting: its flag is in settings.json, with what it is for; its reader throws when it cannot read its text. */
export const settings = Object.fromEntries(
  settingKeys.map((key) => [key, { ...words[key], read: readers[key] }]),
) as { readonly [Key in keyof Readers]: Words & { read: Readers[Key] } };

export type Settings = { [Key in keyof Readers]: ReturnType<Readers[Key]> };

/** The environment variable of a setting: PAYRIG_LOG_LEVEL for logLevel. */
export const variableOf = (key: string): string =>
  `PAYRIG_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** The name under which commander keeps a flag: allowedHost for allowedHosts, whose flag is --allowed-host. */
export const attributeOf = (key: keyof Settings): string =>
  flagOf(key)
    .slice(2)
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export const flagOf = (key: keyof Settings): string => settings[key].flag.split(' ', 1)[0]!;
