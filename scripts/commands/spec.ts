import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadArrangementContract, loadContract, sources } from '../../spec/contract.ts';
import type { Contracts } from '../../spec/exports/arazzo.ts';
import type { CommandOptions } from '../generated/command-line.ts';
import { commandOf } from '../terminal/command-of.ts';
import { readProfile } from '../terminal/read-profile.ts';
import { UsageError } from '../terminal/usage-error.ts';

type SpecOptions = CommandOptions['spec'];

export const command = () =>
  commandOf('spec', async ({ profile: file, format, document, out }: SpecOptions) => {
    const profile = await readProfile(file);
    const arrangement = loadArrangementContract(profile.naming);
    const contracts: Contracts = { service: loadContract(profile), arrangement, profile };
    const made = await makers[format](contracts, document);
    if (out !== undefined) await writeAll(out, made);
    else if (typeof made.only === 'string') process.stdout.write(made.only);
    else throw new UsageError(`--format ${format} makes many files: say where with --out FOLDER`);
  });

type Made = { only?: string; files: ReadonlyMap<string, string> };

const makers: Record<
  SpecOptions['format'],
  (contracts: Contracts, document: keyof typeof sources) => Promise<Made>
> = {
  async yaml(contracts, document) {
    return one(sources[document], await asYaml(contracts[document].document));
  },
  async json(contracts, document) {
    const text = `${JSON.stringify(contracts[document].document, null, 2)}\n`;
    return one(sources[document].replace(/yaml$/, 'json'), text);
  },
  async asyncapi({ service }) {
    const { asyncApiDocument } = await import('../../spec/exports/asyncapi.ts');
    return one('asyncapi.yaml', await asYaml(asyncApiDocument(service.document)));
  },
  async arazzo(contracts) {
    const { arazzoDocument } = await import('../../spec/exports/arazzo.ts');
    const made = one('arazzo.yaml', await asYaml(arazzoDocument(contracts)));
    for (const name of ['service', 'arrangement'] as const)
      made.files.set(sources[name], await asYaml(contracts[name].document));
    return made;
  },
  async bruno(contracts) {
    const [{ brunoCollection }, { DEFAULT_SEED, personasOf }] = await Promise.all([
      import('../../spec/exports/bruno.ts'),
      import('../../generators/world/world.ts'),
    ]);
    const personas = [...personasOf(DEFAULT_SEED).values()];
    const people = personas.map(({ persona: { key }, userId }) => ({ key, userId }));
    const standard = { baseUrl: 'http://127.0.0.1:4010', apiKey: 'sandbox-key' };
    return { files: brunoCollection(contracts, { ...standard, people }) };
  },
};

const one = (name: string, text: string) => ({ only: text, files: new Map([[name, text]]) });

async function writeAll(folder: string, { files }: Made): Promise<void> {
  for (const [name, text] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  console.error(`${files.size === 1 ? '1 file' : `${files.size} files`} written to ${folder}`);
}

/** Texts that look like instants or booleans to a YAML 1.1 reader are quoted, so that every reader reads the same. */
async function asYaml(document: object): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 110 });
}
