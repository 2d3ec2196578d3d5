import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { type CommandOption, type CommandSource, commandLine } from './generated/command-line.ts';
import { wholeNumber } from './script-command.ts';

/** Reads the text of an option; one that may come again gets what was read before. */
type Parse = { read(text: string, earlier?: unknown): unknown }['read'];
type Parsers = Readonly<Record<string, Parse>>;

/** A command as commands.yaml has it; `parsers` read the options that no other command has. */
export function commandOf(
  name: keyof typeof commandLine,
  action?: Parameters<Command['action']>[0],
  parsers: Parsers = {},
): Command {
  const {
    summary = '',
    about = summary,
    arguments: args = [],
    options,
    help,
  }: CommandSource = commandLine[name];
  const command = new Command(name.split(' ').at(-1)).description(about);
  for (const { name, about, choices, default: value } of args) {
    const argument = new Argument(name, about);
    if (choices) argument.choices(choices);
    command.addArgument(value === undefined ? argument : argument.default(value));
  }
  for (const option of options) command.addOption(optionOf(option, { ...common, ...parsers }));
  if (help !== '') command.addHelpText('after', `\n${help}`);
  return action ? command.action(action) : command;
}

function optionOf(source: CommandOption, parsers: Parsers): Option {
  const { flags, about, group, env, parse = '', choices, default: value, required = false } = source;
  const option = new Option(flags, about).makeOptionMandatory(required);
  if (group !== undefined) option.helpGroup(group);
  if (env !== undefined) option.env(env);
  if (choices) option.choices(choices);
  if (value !== undefined) option.default(value);
  const [reader = '', ...bounds] = parse.split(' ');
  if (reader === 'whole') option.argParser(wholeNumber(...bounds.map(Number)));
  else if (reader !== '') option.argParser(parsers[reader]!);
  return option;
}

/** Clause globs, by comma or by repeating the option. */
export const patterns = (text: string, earlier: readonly string[] = []): string[] => [
  ...earlier,
  ...text
    .split(',')
    .map((glob) => glob.trim())
    .filter((glob) => glob !== ''),
];

/** `user:password`; the password may contain colons. */
export function memberOf(text: string): { username: string; password: string } {
  const at = text.indexOf(':');
  if (at < 1) throw new InvalidArgumentError('Give it as user:password.');
  return { username: text.slice(0, at), password: text.slice(at + 1) };
}

export function headerOf(
  text: string,
  earlier: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [, name, value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('Give it as "Name: value".');
  return { ...earlier, [name]: value.trimStart() };
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `500ms`, `90s`, `10m`, `1h`, or a number of seconds. */
export function durationMs(text: string): number {
  const [, count = 0, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  const ms = Number(count) * unitMs[unit]!;
  if (!(ms > 0)) throw new InvalidArgumentError('Give a time such as 90s or 10m.');
  return ms;
}

const common: Parsers = { globs: patterns, member: memberOf, header: headerOf, time: durationMs };
