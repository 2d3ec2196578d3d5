import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { standardParties } from '../../conformance/pact/pact-files.ts';
import { textTable } from '../text-table.ts';
import { UsageError } from '../usage-error.ts';
import { print } from './check-arguments.ts';

/** `payrig pact init`: a consumer test to begin with. */
export function initCommand(): Command {
  return new Command('init')
    .description('write a consumer test that runs: one request, and one webhook message')
    .option('--out <file>', 'where it is written', 'payroll.pact.test.ts')
    .option('--consumer <name>', 'what you are called in the pact', 'my-application')
    .option('--provider <name>', 'what the provider is called in it', standardParties.provider)
    .action(async ({ out, ...parties }: { out: string; consumer: string; provider: string }) => {
      const { consumerTest } = await import('../../conformance/pact/init/consumer-test.ts');
      await writeFile(out, consumerTest(parties), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(
          error.code === 'EEXIST'
            ? `${out} is there already; --out names another file.`
            : `Cannot write ${out}: ${error.message}`,
        );
      });
      process.stdout.write(`${out}: run it with npx vitest run ${out}, then npx payrig pact verify.
It needs vitest and @pact-foundation/pact: npm install --save-dev vitest @pact-foundation/pact\n`);
    });
}

/** `payrig pact states`: what a pact can ask of a provider. */
export function statesCommand(): Command {
  return new Command('states')
    .description('list the provider states, with their parameters and what they give')
    .option('--json', 'print JSON instead of text', false)
    .action(async ({ json }: { json: boolean }) => {
      const { stateListings } = await import('../../conformance/pact/states/index.ts');
      const listings = stateListings();
      const rows = listings.map(({ name, takes, gives }) => {
        const parameters = Object.entries(takes).map(
          ([key, about]) => `${key === '*' ? '' : `${key}: `}${about}`,
        );
        return [name, gives.join('\n'), parameters.join('\n')];
      });
      print(
        json,
        () => listings,
        () => textTable(['STATE', 'GIVES', 'TAKES'], rows, process.stdout.columns || 120),
      );
    });
}
