import { readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { standardParties } from '../../conformance/pact/pact-files.ts';
import { textTable } from '../text-table.ts';
import { UsageError } from '../usage-error.ts';
import { print, profileOf } from './check-arguments.ts';
import { canIDeployCommand, publishCommand, recordDeploymentCommand } from './pact-broker.ts';
import { plainly } from './pact-options.ts';
import { verifyCommand } from './pact-verify.ts';

/** `payrig pact`: the contracts between consumers and deployments. */
export const command = (): Command =>
  new Command('pact')
    .description('begin, make, compare, verify and publish pacts')
    .addCommand(initCommand())
    .addCommand(statesCommand())
    .addCommand(makeCommand())
    .addCommand(crossCheckCommand())
    .addCommand(verifyCommand())
    .addCommand(publishCommand())
    .addCommand(canIDeployCommand())
    .addCommand(recordDeploymentCommand());

const makeCommand = (): Command =>
  new Command('make')
    .description('make the pact of the typed client and the receiver kit')
    .option('--dir <folder>', 'where the pact is written', 'pacts')
    .option('--consumer <name>', 'what the consumer is called in it')
    .option('--provider <name>', 'what the provider is called in it')
    .option('--profile <file>', 'names and open points of the deployments that it is meant for (JSON)')
    .action(
      plainly(async (options: { dir: string; consumer?: string; provider?: string; profile?: string }) => {
        const { makePacts } = await import('../../conformance/pact/make/make-pacts.ts');
        const { dir, consumer, provider } = options;
        const made = await makePacts({
          dir,
          parties: { consumer, provider },
          profile: await profileOf(options.profile),
        });
        process.stdout.write(`${made.file}: ${made.http} requests, ${made.messages} messages.\n`);
      }),
    );

const crossCheckCommand = (): Command =>
  new Command('cross-check')
    .description('compare pacts with the contract: HTTP with OpenAPI, messages with AsyncAPI')
    .argument('[pacts...]', 'files or folders', ['pacts'])
    .option('--profile <file>', 'names and open points of the contract (JSON)')
    .option('--asyncapi <file>', 'write the AsyncAPI document that messages are compared with')
    .action(
      plainly(async (paths: string[], options: { profile?: string; asyncapi?: string }) => {
        const { crossCheck, writeAsyncApi } = await import(
          '../../conformance/pact/cross-check/cross-check.ts'
        );
        const profile = await profileOf(options.profile);
        if (options.asyncapi !== undefined) await writeAsyncApi(options.asyncapi, profile);
        const { compared, disagreements } = await crossCheck(paths, profile);
        for (const { interaction, message, place, code } of disagreements)
          process.stdout.write(`${interaction}: ${message} (${code} at ${place})\n`);
        const found = disagreements.length === 0 ? 'all agree' : `${disagreements.length} disagreements`;
        process.stdout.write(`${compared} interactions compared with the contract: ${found}.\n`);
        if (disagreements.length > 0) process.exitCode = 1;
      }),
    );

/** `payrig pact init`: a consumer test to begin with. */
const initCommand = (): Command =>
  new Command('init')
    .description('write a consumer test that runs: one request, and one webhook message')
    .option('--out <file>', 'where it is written', 'payroll.pact.test.ts')
    .option('--consumer <name>', 'what you are called in the pact', 'my-application')
    .option('--provider <name>', 'what the provider is called in it', standardParties.provider)
    .action(async ({ out, ...parties }: { out: string; consumer: string; provider: string }) => {
      let test = await readFile(new URL('../../conformance/pact/consumer-test.txt', import.meta.url), 'utf8');
      for (const [party, name] of Object.entries(parties))
        test = test
          .replaceAll(`'{${party}}'`, () => JSON.stringify(name))
          .replaceAll(`{${party}}`, () => name);
      await writeFile(out, test, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
        throw new UsageError(
          error.code === 'EEXIST'
            ? `${out} is there already; --out names another file.`
            : `Cannot write ${out}: ${error.message}`,
        );
      });
      process.stdout.write(`${out}: run it with npx vitest run ${out}, then npx payrig pact verify.
It needs vitest and @pact-foundation/pact: npm install --save-dev vitest @pact-foundation/pact\n`);
    });

/** `payrig pact states`: what a pact can ask of a provider. */
const statesCommand = (): Command =>
  new Command('states')
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
