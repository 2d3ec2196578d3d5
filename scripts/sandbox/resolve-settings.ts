import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ExtraClient } from '../../simulator/app/options.ts';
import { messageOf, readJson, UsageError } from '../terminal/usage-error.ts';
import { attributeOf, flagOf, type Settings, settingKeys, settings, variableOf } from './settings.ts';

/** What commander read: texts, true for a flag without a value, a list for one that can be repeated. */
export type Flags = Record<string, string | boolean | string[] | undefined>;

const standard = {
  port: 4010,
  host: '127.0.0.1',
  seed: '1',
  users: 100,
  data: '.payrig',
  ephemeral: false,
  environment: 'sandbox',
  strict: false,
  quiet: false,
} as const;

export type Resolved = ReturnType<typeof resolveSettings>;

/** The settings that hold: a flag goes before a variable, a variable before the config file, that before the default. */
export function resolveSettings(flags: Flags, variables: NodeJS.ProcessEnv, config: Partial<Settings> = {}) {
  const byFlag = fromFlags(flags);
  const byVariable = fromEnvironment(variables);
  const layers: Partial<Settings>[] = [byFlag, byVariable, config, standard];
  // Of a folder and `ephemeral`, the one given in the stronger layer holds.
  const named = layers.findIndex(({ data }) => data !== undefined);
  const wished = layers.findIndex(({ ephemeral }) => ephemeral !== undefined);
  const shared = layers.findIndex(({ store }) => store !== undefined);
  const isShared = shared >= 0 && shared <= Math.min(named, wished);
  const ephemeral = !isShared && layers[wished]!.ephemeral === true && wished <= named;
  if (ephemeral && wished === named)
    throw new UsageError('A sandbox keeps its state in a folder (data) or nowhere (ephemeral), not both.');
  const { data: _, store: __, ...merged } = { ...standard, ...config, ...byVariable, ...byFlag };
  return {
    ...merged,
    ephemeral,
    store: isShared ? layers[shared]!.store : undefined,
    data: ephemeral || isShared ? undefined : layers[named]!.data,
    logLevel: merged.logLevel ?? (merged.quiet ? 'error' : 'info'),
    client: distinct([...(config.client ?? []), ...(byVariable.client ?? []), ...(byFlag.client ?? [])]),
  };
}

const fromFlags = (flags: Flags): Partial<Settings> =>
  read((key) => {
    const given = flags[attributeOf(key)];
    if (given === undefined) return undefined;
    const text = Array.isArray(given) ? given.join(',') : String(given);
    return { text, name: typeof given === 'boolean' ? flagOf(key) : `${flagOf(key)} ${text}` };
  });

function fromEnvironment(environment: NodeJS.ProcessEnv): Partial<Settings> {
  return read((key) => {
    const text = environment[variableOf(key)];
    // A variable that is set to nothing is how many tools unset one.
    return text === undefined || text === '' ? undefined : { text, name: `${variableOf(key)}=${text}` };
  });
}

function read(given: (key: keyof Settings) => { text: string; name: string } | undefined): Partial<Settings> {
  const found: Partial<Record<keyof Settings, unknown>> = {};
  for (const key of settingKeys) {
    const one = given(key);
    if (one === undefined) continue;
    try {
      found[key] = settings[key].read(one.text);
    } catch (error) {
      throw new UsageError(`${withoutSecret(key, one.name)}: ${messageOf(error)}`);
    }
  }
  return found as Partial<Settings>;
}

const withoutSecret = (key: keyof Settings, name: string): string =>
  key === 'client' || key === 'sandboxKey' || key === 'store' ? name.split(/[ =]/, 1)[0]! : name;

/** Of two with the same name the later one; two names may not share a key. */
function distinct(clients: readonly ExtraClient[]): ExtraClient[] {
  const byName = [...new Map(clients.map((client) => [client.name, client])).values()];
  const names = new Map(Object.entries({ 'sandbox-key': 'sandbox', 'sandbox-key-2': 'sandbox-2' }));
  for (const { name } of byName) for (const [key, owner] of names) if (owner === name) names.delete(key);
  for (const { name, apiKey } of byName) {
    const other = names.get(apiKey);
    if (other !== undefined) throw new UsageError(`The clients ${other} and ${name} have the same API key.`);
    names.set(apiKey, name);
  }
  return byName;
}

const schemaUrl = new URL('../../simulator/sandbox-config.schema.json', import.meta.url);

export async function readConfig(file: string): Promise<Partial<Settings>> {
  const config = await readJson(file, 'config file');
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const validate = new Ajv2020({ allErrors: true, strict: false, verbose: true }).compile<Config>(
    JSON.parse(await readFile(schemaUrl, 'utf8')),
  );
  if (!validate(config)) {
    const problems = [...new Set((validate.errors ?? []).map(problemOf))];
    throw new UsageError(`The config file ${file} is not valid:\n  - ${problems.join('\n  - ')}`);
  }
  const { $schema: _, clients, seed, data, scenarios, profile, ...settings }: Config = config;
  const beside = (name: string) => resolve(dirname(file), name);
  const found: Partial<Settings> = settings;
  if (clients) found.client = clients;
  if (seed !== undefined) found.seed = String(seed);
  if (data !== undefined) found.data = beside(data);
  if (scenarios !== undefined) found.scenarios = beside(scenarios);
  if (profile !== undefined) found.profile = typeof profile === 'string' ? beside(profile) : profile;
  return found;
}

type Config = Omit<Partial<Settings>, 'seed' | 'client'> & {
  $schema?: string;
  seed?: string | number;
  clients?: Settings['client'];
};

/** Values are left out of the message: the file holds keys and passwords. */
function problemOf({ instancePath, keyword, params, message, parentSchema }: ErrorObject): string {
  const place = instancePath.split('/').slice(1).join(' > ') || 'the file';
  if (keyword === 'additionalProperties') {
    const known = Object.keys(parentSchema?.['properties'] ?? {}).filter((key) => key !== '$schema');
    return `${place}: there is no [${params['additionalProperty']}]; there is ${known.join(', ')}`;
  }
  if (keyword === 'enum') return `${place}: it must be one of ${params['allowedValues'].join(', ')}`;
  return `${place}: it ${message}`;
}
