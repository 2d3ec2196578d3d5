import type { ShownPart } from './redactor.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Means the same in double quotes as in single ones. */
const plain = /^[\w :./@=,-]*$/;

/**
 * One word of a POSIX shell: every character stands for itself, and only the variables of the parts are expanded. What a
 * deployment answered can be in it, and is never run.
 */
export function shellWord(parts: string | readonly ShownPart[]): string {
  if (typeof parts === 'string') return quoted(parts);
  const [first, second] = parts;
  if (
    parts.length === 2 &&
    first &&
    'text' in first &&
    plain.test(first.text) &&
    second &&
    'variable' in second
  )
    return `"${first.text}$${second.variable}"`;
  const pieces = parts.map((part) => ('text' in part ? quoted(part.text) : `"$${part.variable}"`));
  return pieces.length === 0 ? "''" : pieces.join('');
}
