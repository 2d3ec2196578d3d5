import { Command } from 'commander';
import { commandOf } from '../terminal/command-of.ts';
import { readYaml } from '../terminal/read-yaml.ts';

type Shell = 'bash' | 'zsh' | 'fish';

export const command = (commands: readonly { load: () => Promise<Command> }[]): Command =>
  commandOf('completion', async (shell: Shell, _options: object, command: Command) => {
    const program = new Command('payrig').option('--version', 'print the version').helpOption('--help');
    for (const { load } of commands) program.addCommand(await load());
    process.stdout.write(completionScript(shell, program.copyInheritedSettings(command)));
  });

type Word = { word: string; about: string };
/** What can follow a command, by its path, such as ` pact verify`; the program's own is empty. */
type Place = { at: string; words: Word[]; choices: { flag: string; values: readonly string[] }[] };

function completionScript(shell: Shell, program: Command): string {
  const scripts: Record<Shell, string> = readYaml(import.meta.url, './completion.yaml');
  const places = placesOf(program, '');
  const parts: Readonly<Record<string, () => string>> = {
    branches: () => branches(places),
    known: () => knownPlaces(places).join(' '),
    lines: () => fishLines(places).join('\n'),
  };
  return scripts[shell].replace(/\{(branches|known|lines)\}/g, (_, part: string) => parts[part]!());
}

const knownPlaces = (places: readonly Place[]): string[] =>
  places.filter(({ at }) => at !== '').map(({ at }) => quoted(at));

function placesOf(command: Command, at: string): Place[] {
  const options = command.createHelp().visibleOptions(command);
  const below = command.commands.map((one) => ({ word: one.name(), about: one.description() }));
  const flags = options.flatMap(({ long, description }) =>
    long ? [{ word: long, about: description }] : [],
  );
  const choices = options.flatMap(({ long, argChoices }) =>
    long && argChoices ? [{ flag: long, values: argChoices }] : [],
  );
  const args = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const words = [...below, ...args.map((word) => ({ word, about: '' })), ...flags];
  return [{ at, words, choices }, ...command.commands.flatMap((one) => placesOf(one, `${at} ${one.name()}`))];
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const list = (words: readonly string[]): string => quoted(words.join(' '));

/** Branches of a `case` that name the words for where the cursor is, the same for bash and zsh. */
function branches(places: readonly Place[]): string {
  const chosen = places.flatMap(({ at, choices }) =>
    choices.map(({ flag, values }) => `    ${quoted(`${at} ${flag}`)}) found=${list(values)} ;;`),
  );
  const open = places.map(
    ({ at, words }) => `    ${quoted(at)}) found=${list(words.map(({ word }) => word))} ;;`,
  );
  return `    case "$at $word" in ${knownPlaces(places).join('|')}) at="$at $word" ;; esac
  done
  case "$at $previous" in
${chosen.join('\n')}
  esac
  [ -n "$found" ] || case "$at" in
${open.join('\n')}
  esac`;
}

function fishLines(places: readonly Place[]): string[] {
  return places.flatMap(({ at, words, choices }) => {
    const here = `complete -c payrig -n ${quoted(`test (__payrig_at) = ${quoted(at)}`)}`;
    return [
      ...words.map(({ word, about }) => {
        const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-a ${quoted(word)}`;
        return `${here} ${what} -d ${quoted(about)}`;
      }),
      ...choices.map(({ flag, values }) => `${here} -l ${flag.slice(2)} -x -a ${list(values)}`),
    ];
  });
}
