import { Command, Option } from 'commander';
import { loadArrangementContract, loadContract } from '../../spec/contract.ts';
import { readProfile } from '../read-profile.ts';

type SpecOptions = { profile?: string; format: 'yaml' | 'json'; document: 'service' | 'arrangement' };

/** `payrig spec`: the contract on standard output. */
export function specCommand(): Command {
  return new Command('spec')
    .option('--profile <file>', 'a profile (JSON): names and values of open points; defaults for the rest')
    .addOption(new Option('--format <format>', 'how to write it').choices(['yaml', 'json']).default('yaml'))
    .addOption(
      new Option(
        '--document <document>',
        "the service's own, or the arrangement API's (whose paths keep their names)",
      )
        .choices(['service', 'arrangement'])
        .default('service'),
    )
    .action(async ({ profile, format, document }: SpecOptions) => {
      const read = await readProfile(profile);
      const contract = document === 'service' ? loadContract(read) : loadArrangementContract(read.naming);
      const text = format === 'json' ? asJson(contract.document) : await asYaml(contract.document);
      process.stdout.write(text);
    });
}

const asJson = (document: object): string => `${JSON.stringify(document, null, 2)}\n`;

/** Texts that look like instants or booleans to a YAML 1.1 reader are quoted, so that every reader reads the same. */
async function asYaml(document: object): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 110 });
}
