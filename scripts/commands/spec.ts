import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { loadArrangementContract, loadContract, sources } from '../../spec/contract.ts';
import type { JsonObject } from '../../spec/json.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { commandOf } from '../terminal/command-of.ts';
import { readProfile } from '../terminal/read-profile.ts';

export const command = (): Command =>
  commandOf('spec', async ({ profile: file, format, document, out }: CommandOptions['spec']) => {
    const profile = await readProfile(file);
    const service = loadContract(profile);
    const made = document === 'service' ? service.document : loadArrangementContract(profile.naming).document;
    const text =
      format === 'json'
        ? `${JSON.stringify(made, null, 2)}\n`
        : await asYaml(format === 'asyncapi' ? await asyncApi(service.document) : made);
    if (out === undefined) process.stdout.write(text);
    else {
      const name = format === 'asyncapi' ? 'asyncapi.yaml' : sources[document].replace(/yaml$/, format);
      await mkdir(out, { recursive: true });
      await writeFile(join(out, name), text);
      console.error(`1 file written to ${out}`);
    }
  });

async function asyncApi(document: JsonObject): Promise<object> {
  const { asyncApiDocument } = await import('../../spec/exports/asyncapi.ts');
  return asyncApiDocument(document);
}

/** Texts that look like instants or booleans to a YAML 1.1 reader are quoted, so that every reader reads the same. */
async function asYaml(document: object): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 110 });
}
