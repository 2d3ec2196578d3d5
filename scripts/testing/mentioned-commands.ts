import type { Command } from 'commander';
import { commands } from '../command-list.ts';

/** A command that a text speaks of, as `payrig pact verify --broker …` in its prose or in a pipeline's file. */
type Mention = { text: string; words: string[]; options: string[] };

const mentioned = /(?:npx )?\bpayrig((?: [a-z][a-z-]*)+)([^`\n]*)/g;

function mentionsIn(markdown: string): Mention[] {
  const inline = [...markdown.matchAll(/`((?:npx )?payrig [^`\n]+)`/g)].map(([, code]) => code!);
  const pipelines = [...markdown.matchAll(/```yaml\n(.*?)```/gs)].map(([, code]) => code!);
  return [...inline, ...pipelines].flatMap((code) =>
    [...code.matchAll(mentioned)].map(([text, words, rest]) => ({
      text: text!,
      words: words!.trim().split(' '),
      options: rest!.match(/(?<= )--?[a-z][a-z-]*/g) ?? [],
    })),
  );
}

/** What a text says of commands and options that there are not. */
export async function untrueMentions(markdown: string): Promise<string[]> {
  const untrue: string[] = [];
  for (const { text, words, options } of mentionsIn(markdown)) {
    const [name, ...more] = words;
    let command: Command | undefined = await commands.find((one) => one.name === name)?.load();
    if (!command) {
      untrue.push(`${text}: there is no payrig ${name}`);
      continue;
    }
    for (const word of more) command = command.commands.find((one) => one.name() === word) ?? command;
    const known = command.options.flatMap(({ long, short }) => [long, short]);
    const unknown = options.filter((one) => one !== '--help' && !known.includes(one));
    untrue.push(...unknown.map((one) => `${text}: ${command?.name()} has no ${one}`));
  }
  return untrue;
}
