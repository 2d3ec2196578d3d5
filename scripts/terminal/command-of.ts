import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { type CommandOption, type CommandSource, commandLine } from '../generated/command-line.ts';
import { wholeNumber } from './script-command.ts';

/** Reads the text of an option; one that may come again gets what was read before. */
type Parse = { read(text: string, earlier?: unknown): unknown }['read'];
type Parsers = Readonly<Record<string, Parse>>;

type Name = keyof typeof commandLine;

/** A command as commands.yaml has it; `parsers` read the options that no other command has. */
export function commandOf(name: Name, action?: Parameters<Command['action']>[0], parsers: Parsers = {}) {
  const command = described(new Command(name.split(' ').at(-1)), commandLine[name], parsers);
  return action ? command.action(action) : command;
}

type ScriptName = Name extends infer Each ? (Each extends `npm run ${infer Script}` ? Script : never) : never;

/** The command line of an npm script. A wrong one ends with exit code 2 and says what would be right. */
export const scriptCommand = (name: ScriptName): Command =>
  described(new Command(`npm run ${name} --`), commandLine[`npm run ${name}`], {})
    .showHelpAfterError('(--help tells more)')
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

function described(command: Command, source: CommandSource, parsers: Parsers): Command {
  const { summary = '', about = summary, arguments: args = [], options, help } = source;
  for (const { name, about, parse, choices, default: value } of args) {
    const argument = new Argument(name, about);
    if (choices) argument.choices(choices);
    if (parse !== undefined) argument.argParser(readerOf(parse, parsers));
    command.addArgument(value === undefined ? argument : argument.default(value));
  }
  for (const option of options) command.addOption(optionOf(option, parsers));
  if (help !== '') command.addHelpText('after', `\n${help}`);
  return command.description(about);
}

function optionOf(source: CommandOption, parsers: Parsers): Option {
  const { flags, about, group, env, parse, choices, default: value, required = false } = source;
  const option = new Option(flags, about).makeOptionMandatory(required);
  if (group !== undefined) option.helpGroup(group);
  if (env !== undefined) option.env(env);
  if (choices) option.choices(choices);
  if (value !== undefined) option.default(value);
  if (parse !== undefined) option.argParser(readerOf(parse, parsers));
  return option;
}

/** What reads a value: `whole 1 1000` is a whole number between bounds. */
function readerOf(parse: string, parsers: Parsers): Parse {
  const [reader = '', ...bounds] = parse.split(' ');
  return reader === 'whole' ? wholeNumber(...bounds.map(Number)) : { ...common, ...parsers }[reader]!;
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

export function headerOf(text: string, earlier: Readonly<Record<string, string>> = {}) {
  const [, name, value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('Give it as "Name: value".');
  return { ...earlier, [name]: value.trimStart() };
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `500ms`, `90s`, `10m`, `1h`, `7d`, or a number of seconds. */
export function durationMs(text: string): number {
  const [, count = 0, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(text.trim()) ?? [];
  const ms = Number(count) * unitMs[unit]!;
  if (!(ms > 0)) throw new InvalidArgumentError('Give a time such as 90s or 10m.');
  return ms;
}

function shareOf(text: string): number {
  const share = Number(text);
  if (!(text.trim() !== '' && share >= 0 && share <= 1))
    throw new InvalidArgumentError('Give a share from 0 to 1.');
  return share;
}

const common = { globs: patterns, member: memberOf, header: headerOf, time: durationMs, share: shareOf };
