import { shellWord } from './curl.ts';
import type { CommandOptions } from './generated/command-options.ts';

/** A secret: a variable of the person's shell, after a text that is not secret. */
export type Secret = { after?: string; variable: string };
type Word = string | number | Secret;
type Value = Word | readonly Word[] | boolean | undefined;

/** A command line to paste into a shell; an option that scripts/commands.yaml does not have does not compile. */
export function payrigCommand<Name extends keyof CommandOptions>(
  name: Name,
  args: readonly Word[],
  options: { readonly [Option in keyof CommandOptions[Name]]?: Value },
): string[] {
  const given = Object.entries<Value>(options).flatMap(([option, value]) => {
    const flag = `--${option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    if (typeof value === 'boolean') return value ? [flag] : [];
    return [value ?? []].flat().map((one) => `${flag} ${pasted(one)}`);
  });
  return [['payrig', name, ...args.map(pasted)].join(' '), ...given];
}

function pasted(word: Word): string {
  if (typeof word === 'object') return shellWord([{ text: word.after ?? '' }, { variable: word.variable }]);
  const text = String(word);
  return /^[\w@%+=:,./-]+$/.test(text) ? text : shellWord(text);
}
