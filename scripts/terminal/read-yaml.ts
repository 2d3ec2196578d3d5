import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** What a YAML file says, by its name beside the module that asks. */
export const readYaml = (module: string, name: string) => parse(readFileSync(new URL(name, module), 'utf8'));
