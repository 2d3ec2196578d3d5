import { birthAt, MOST_USERS } from '../../generators/world/birth.ts';
import type { ExtraClient } from '../../simulator/app/options.ts';
import { readInstant } from '../../simulator/domain/read-instant.ts';
import { isTarget } from '../../simulator/webhooks/target-rules.ts';
import type { PartialProfile } from '../../spec/profile.ts';

// Each reads the text of a flag or variable, and throws an error that says what it should have been.

function text(given: string): string {
  if (given === '') throw new RangeError('it is empty');
  return given;
}

const port = (given: string): number => wholeNumber(given, 0, 65_535);

const count = (given: string): number => wholeNumber(given, 0, MOST_USERS);

function wholeNumber(given: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
  if (!(number >= least && number <= most))
    throw new RangeError(`it must be a whole number from ${least} to ${most}`);
  return number;
}

function share(given: string): number {
  const number = /^\d?(\.\d+)?$/.test(given) && given !== '' ? Number(given) : Number.NaN;
  if (!(number >= 0 && number <= 0.5)) throw new RangeError('it must be a share from 0 to 0.5, such as 0.1');
  return number;
}

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

/** A name, an address or a block of addresses that webhooks may or may not be sent to. */
function webhookTarget(given: string): string {
  if (!isTarget(given)) throw new RangeError('it must be a host name, an address or a CIDR block');
  return given;
}

function httpUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw new RangeError('it must be an http or https URL');
  if (url.search || url.hash) throw new RangeError('it must have no query and no fragment');
  return given.replace(/(?<!\/)\/+$/, '');
}

/** An instant as ISO 8601 writes it; a plain date is its first moment. */
function timestamp(given: string): string {
  const instant = readInstant(given);
  if (instant === undefined)
    throw new RangeError('it must be an ISO 8601 timestamp such as 2028-06-15T09:00:00Z');
  return new Date(birthAt(instant)).toISOString();
}

function postgresUrl(given: string): string {
  if (!/^postgres(ql)?:\/\//.test(given) || !URL.canParse(given))
    throw new RangeError('it must be a postgres:// URL');
  return given;
}

/** NAME:KEY, where the name is as in a file name and the key fits into a header. */
function client(given: string): ExtraClient {
  const [, name, apiKey] = /^([a-z0-9][a-z0-9-]{0,39}):([\x21-\x7e]+)$/.exec(given.trim()) ?? [];
  if (name === undefined || apiKey === undefined)
    throw new RangeError('it must be NAME:KEY, the name in small letters, digits and dashes');
  return { name, apiKey };
}

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One setting: its flag, what it is for, and how its text is read (a reader throws when it cannot). */
export type Setting<T> = { flag: string; about: string; read: (text: string) => T };

/** Every setting: a flag, an environment variable and an entry in the config file, whose schema names it as well. */
export const settings = {
  port: { flag: '--port <number>', about: 'where to listen; 0 picks a free one (4010)', read: port },
  host: {
    flag: '--host <host>',
    about: 'the address to listen on; beyond this machine it needs --sandbox-key (127.0.0.1)',
    read: text,
  },
  seed: {
    flag: '--seed <text>',
    about: 'which people there are; the same seed, the same people (1)',
    read: text,
  },
  users: { flag: '--users <number>', about: 'how many seeded users each client has (100)', read: count },
  dishonest: {
    flag: '--dishonest <share>',
    about:
      'the share of drawn users who hand in something untrue, 0 to 0.5; as many again are odd and lawful (0)',
    read: share,
  },
  now: {
    flag: '--now <timestamp>',
    about: 'the time at which the world begins and the clock starts, 2028-06-15T09:00:00Z (real time)',
    read: timestamp,
  },
  frozen: { flag: '--frozen', about: 'keep the clock still until it is moved', read: yesOrNo },
  scenarios: {
    flag: '--scenarios <folder>',
    about: 'people of your own in every client, from a folder of scenario files (payrig world --init)',
    read: text,
  },
  data: { flag: '--data <folder>', about: 'where state is kept (.payrig)', read: text },
  store: {
    flag: '--store <url>',
    about: 'keep state in PostgreSQL instead, shared by any number of sandboxes: postgres://…',
    read: postgresUrl,
  },
  ephemeral: { flag: '--ephemeral', about: 'keep state in memory only', read: yesOrNo },
  profile: {
    flag: '--profile <file>',
    about: 'a profile (JSON): names, and values of open points',
    // A config file may hold the profile itself.
    read: (given: string): string | PartialProfile => text(given),
  },
  environment: {
    flag: '--environment <name>',
    about: 'sandbox, or production, which allows no HOURLY checks (sandbox)',
    read: oneOf(['sandbox', 'production'] as const),
  },
  strict: { flag: '--strict', about: 'hold every answer to the contract', read: yesOrNo },
  quiet: { flag: '--quiet', about: 'print the address and nothing else', read: yesOrNo },
  logLevel: {
    flag: '--log-level <level>',
    about: `${logLevels.join(', ')} (info; with --quiet, error)`,
    read: oneOf(logLevels),
  },
  sandboxKey: {
    flag: '--sandbox-key <key>',
    about: 'demanded as X-Sandbox-Key on every call under /_sandbox',
    read: text,
  },
  client: {
    flag: '--client <name:key>',
    about: 'a further client with its API key; can be given more than once',
    read: listOf(client),
  },
  publicUrl: {
    flag: '--public-url <url>',
    about: 'how others reach the sandbox, when it is not where it listens',
    read: httpUrl,
  },
  allowedHosts: {
    flag: '--allowed-host <name>',
    about:
      'a further host name to answer to (.a.test for all below it, * for any); can be given more than once',
    read: listOf(text),
  },
  webhookAllow: {
    flag: '--webhook-allow <target>',
    about: 'call these receivers alone: a name, .name for all below it, an address or a CIDR block',
    read: listOf(webhookTarget),
  },
  webhookDeny: {
    flag: '--webhook-deny <target>',
    about: 'never call these; link-local and metadata addresses are denied unless allowed by name',
    read: listOf(webhookTarget),
  },
} satisfies Record<string, Setting<unknown>>;

export type Settings = { [Key in keyof typeof settings]: ReturnType<(typeof settings)[Key]['read']> };

export const settingKeys = Object.keys(settings).filter((key): key is keyof Settings => key in settings);

/** The environment variable of a setting: PAYRIG_LOG_LEVEL for logLevel. */
export const variableOf = (key: string): string =>
  `PAYRIG_${key.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** The name under which commander keeps a flag: allowedHost for allowedHosts, whose flag is --allowed-host. */
export const attributeOf = (key: keyof Settings): string =>
  flagOf(key)
    .slice(2)
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

export const flagOf = (key: keyof Settings): string => settings[key].flag.split(' ', 1)[0]!;
