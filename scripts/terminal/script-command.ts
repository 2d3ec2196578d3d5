import { InvalidArgumentError } from 'commander';

export const namesOutOf =
  (known: readonly string[]) =>
  (text: string): string[] => {
    const names = text.split(',');
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0)
      throw new InvalidArgumentError(`There is no ${unknown.join(', ')}; there are ${known.join(', ')}.`);
    return names;
  };

export const wholeNumber =
  (least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER): ((text: string) => number) =>
  (text) => {
    const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Give ${wanted(least, most)}.`);
  };

function wanted(least: number, most: number): string {
  if (most !== Number.MAX_SAFE_INTEGER) return `a whole number from ${least} to ${most}`;
  return least === Number.MIN_SAFE_INTEGER ? 'a whole number' : `a whole number from ${least} on`;
}
