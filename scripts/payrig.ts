// The command line. A command's code is loaded when it is called, so that no command pays for another's libraries.
// First: it looks who has started this process, before they can be gone.
import './terminal/on-stop.ts';
import { inspect } from 'node:util';
import { Command, CommanderError, Help, type Option } from 'commander';
import { printable } from '../conformance/target/printable.ts';
import { nearestTo } from '../spec/did-you-mean.ts';
import { secretsInAddresses } from '../spec/given-address.ts';
import { packageVersion } from '../spec/package-version.ts';
import { commands } from './command-list.ts';
import { guardTerminal } from './terminal/streams.ts';
import { UsageError } from './terminal/usage-error.ts';

/** Variables of other commands and of tests, which are no misspelling of this command's. */
const variables = new Set(
  'ALLOWED_HOSTS API_KEY MEMBER NOW OTHER_API_KEY PRODUCTION_API_KEY PROOF RUNS SANDBOX_KEY SCENARIOS SEED STORE TEST_SEED URL'
    .split(' ')
    .map((name) => `PAYRIG_${name}`),
);

const exitCodes = { failed: 1, usage: 2 } as const;

/** Leaves out a default that a reader expects anyway. */
const optionDescription = (option: Option): string =>
  new Help().optionDescription(option).replace(/ \(default: (false|\[\]|\{\})\)$/, '');

async function commandLine(words: readonly string[]): Promise<Command> {
  const program = new Command('payrig')
    .description('Contract, sandbox and conformance suite of a payroll and income data service.')
    .version(packageVersion(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print help; with --json, describe the whole command line as data')
    .helpCommand(false)
    // Inherited: what comes after `exam client` belongs to `client`, though `exam` has options of the same names.
    .enablePositionalOptions()
    .showHelpAfterError('Run payrig --help for the commands.')
    .addHelpText('after', '\nRun payrig COMMAND --help for the options of a command.')
    .configureHelp({ sortOptions: true, optionDescription });
  const called = words.find((word) => !word.startsWith('-'));
  for (const { name, summary, load } of commands)
    program.addCommand(name === called ? await load() : new Command(name).description(summary));
  for (const command of program.commands) throwing(command, program, 'payrig');
  const command = program.commands.find((one) => one.name() === called);
  if (command) warnOfVariables(command);
  return program.exitOverride();
}

/** Warns of a variable that is nearly one of the command's: a misspelt one would be ignored in silence. */
function warnOfVariables(command: Command): void {
  const known = command.options.map(
    ({ envVar, long = '' }) => envVar ?? `PAYRIG_${long.slice(2).replaceAll('-', '_').toUpperCase()}`,
  );
  for (const name of Object.keys(process.env).filter((name) => name.startsWith('PAYRIG_'))) {
    const meant = variables.has(name) || known.includes(name) ? undefined : nearestTo(name, known);
    if (meant) console.error(`The variable ${printable(name)} means nothing; perhaps ${meant} is meant.`);
  }
}

/** Makes a command and all below it throw where they would exit, and point to their own help after an error. */
function throwing(command: Command, parent: Command, before: string): void {
  const name = `${before} ${command.name()}`;
  command
    .copyInheritedSettings(parent)
    .exitOverride()
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError(`Run ${name} --help for its options.`);
  for (const below of command.commands) throwing(below, command, name);
}

async function run(argv: readonly string[]): Promise<number> {
  if (argv[0] === '-V') return run(['--version']);
  const words = argv[0] === 'help' ? [...argv.slice(1), '--help'] : argv.length === 0 ? ['--help'] : argv;
  try {
    if (words.length === 2 && words.includes('--help') && words.includes('--json')) {
      const { helpJson } = await import('./help-json.ts');
      process.stdout.write(await helpJson(commands, packageVersion()));
      return 0;
    }
    await (await commandLine(words)).parseAsync(words, { from: 'user' });
    return typeof process.exitCode === 'number' ? process.exitCode : 0;
  } catch (error) {
    // Commander has printed the message already; its own code for a usage error is 1.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
    if (isUsage(error)) {
      console.error(printable(error.message));
      return exitCodes.usage;
    }
    console.error(printable(inspect(error)));
    return exitCodes.failed;
  }
}

/** A ProfileError is recognised by its name, so that commands without a profile need not load it. */
const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof Error && ['ProfileError', 'BadUsage'].includes(error.name));

const words = process.argv.slice(2);
for (const stream of [process.stdout, process.stderr])
  guardTerminal(stream, [...words, ...Object.values(process.env).map(String)]);
// Every user of the machine can read the arguments of a process, and a title takes their place.
if (secretsInAddresses(words).length > 0) process.title = 'payrig';

// A reader who has seen enough (`payrig spec | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await run(words);
