import { Command, InvalidArgumentError } from 'commander';

/** The command line of an npm script. A wrong one ends with exit code 2 and says what would be right. */
export const scriptCommand = (name: string, description: string): Command =>
  new Command(`npm run ${name} --`)
    .description(description)
    .showHelpAfterError('(--help tells more)')
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : 2));

/** Reads names out of a known list, parted by commas. */
export const namesOutOf =
  (known: readonly string[]) =>
  (text: string): string[] => {
    const names = text.split(',');
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0)
      throw new InvalidArgumentError(`There is no ${unknown.join(', ')}; there are ${known.join(', ')}.`);
    return names;
  };
