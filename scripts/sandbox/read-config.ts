import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ErrorObject } from 'ajv/dist/2020.js';
import { messageOf, UsageError } from '../usage-error.ts';
import type { Settings } from './settings.ts';

const schemaUrl = new URL('../../simulator/sandbox-config.schema.json', import.meta.url);

/** The settings in a config file, validated by its schema; the error has a line for every problem. */
export async function readConfig(file: string): Promise<Partial<Settings>> {
  const config = parsed(await contentOf(file), file);
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

const contentOf = async (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? 'there is no such file' : error.message;
    throw new UsageError(`Cannot read the config file ${file}: ${why}`);
  });

function parsed(text: string, file: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`The config file ${file} is not valid JSON: ${messageOf(error)}`);
  }
}

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
