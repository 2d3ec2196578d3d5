import type { PartialProfile } from '../../spec/profile.ts';
import {
  client,
  count,
  httpUrl,
  listOf,
  oneOf,
  port,
  postgresUrl,
  text,
  timestamp,
  webhookTarget,
  yesOrNo,
} from './readers.ts';

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
