import type { Argument, Command, Option } from 'commander';
import type { CommandEntry } from './command-list.ts';

const argumentOf = (argument: Argument) => {
  const { required, variadic, description, defaultValue } = argument;
  return { name: argument.name(), required, variadic, description, default: defaultValue };
};

const optionOf = ({ flags, description, defaultValue, envVar, argChoices, mandatory }: Option) => ({
  flags,
  description,
  default: defaultValue,
  variable: envVar,
  choices: argChoices,
  required: mandatory,
});

const commandOf = (command: Command): object => ({
  name: command.name(),
  description: command.description(),
  arguments: command.registeredArguments.map(argumentOf),
  options: command.options.filter(({ hidden }) => !hidden).map(optionOf),
  commands: command.commands.map(commandOf),
});

/** The whole command line as data, for programs that call it: `payrig --help --json`. */
export async function helpJson(entries: readonly CommandEntry[], version: string): Promise<string> {
  const commands = await Promise.all(entries.map(async ({ load }) => commandOf(await load())));
  return `${JSON.stringify({ name: 'payrig', version, commands }, null, 2)}\n`;
}
