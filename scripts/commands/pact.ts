import { Command } from 'commander';
import { profileOf } from './check-arguments.ts';
import { canIDeployCommand, publishCommand, recordDeploymentCommand } from './pact-broker.ts';
import { initCommand, statesCommand } from './pact-consumer.ts';
import { plainly } from './pact-options.ts';
import { verifyCommand } from './pact-verify.ts';

/** `payrig pact`: the contracts between consumers and deployments. */
export function pactCommand(): Command {
  return new Command('pact')
    .description('begin, make, compare, verify and publish pacts')
    .addCommand(initCommand())
    .addCommand(statesCommand())
    .addCommand(makeCommand())
    .addCommand(crossCheckCommand())
    .addCommand(verifyCommand())
    .addCommand(publishCommand())
    .addCommand(canIDeployCommand())
    .addCommand(recordDeploymentCommand());
}

function makeCommand(): Command {
  return new Command('make')
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
}

function crossCheckCommand(): Command {
  return new Command('cross-check')
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
}
