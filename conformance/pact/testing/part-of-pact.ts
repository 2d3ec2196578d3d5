import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

type Interaction = { description: string; providerStates?: { name: string }[] };

/** Writes a pact with some of the interactions of another, changed at will, into a folder. */
export async function partOfPact(
  file: string,
  folder: string,
  matches: RegExp,
  change: (interaction: Interaction) => void = () => {},
): Promise<string> {
  const pact = JSON.parse(await readFile(file, 'utf8')) as { interactions: Interaction[] };
  pact.interactions = pact.interactions.filter(({ description }) => matches.test(description));
  if (pact.interactions.length === 0) throw new Error(`No interaction is called ${matches}`);
  for (const interaction of pact.interactions) change(interaction);
  const part = join(folder, `part-${matches.source.replaceAll(/\W/g, '-')}-${parts++}.json`);
  await writeFile(part, JSON.stringify(pact, null, 2));
  return part;
}

let parts = 0;
