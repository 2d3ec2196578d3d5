import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PactProblem } from './pact-library.ts';

export type PactFile = {
  readonly file: string;
  readonly consumer: string;
  readonly provider: string;
  readonly document: {
    readonly interactions: readonly { readonly description: string; readonly type?: string }[];
  };
};

/** The pacts in files and folders; throws one sentence when there are none, or one is no pact. */
export async function readPacts(paths: readonly string[]): Promise<PactFile[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat();
  if (files.length === 0)
    throw new PactProblem(`There is no pact in ${paths.join(', ')}; payrig pact make makes one.`);
  return Promise.all(files.map(readPact));
}

async function filesAt(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => {
    throw new PactProblem(`There is no file or folder ${path}; payrig pact make makes pacts.`);
  });
  if (!found.isDirectory()) return [path];
  return (await readdir(path))
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(path, name))
    .sort();
}

async function readPact(file: string): Promise<PactFile> {
  try {
    const document = JSON.parse(await readFile(file, 'utf8'));
    const consumer: unknown = document.consumer?.name;
    const provider: unknown = document.provider?.name;
    if (typeof consumer !== 'string' || typeof provider !== 'string' || !Array.isArray(document.interactions))
      throw new Error('it names no consumer, provider or interactions');
    return { file, consumer, provider, document };
  } catch (error) {
    throw new PactProblem(`${file} is not a pact: ${error instanceof Error ? error.message : error}.`);
  }
}

export type Parties = { consumer: string; provider: string };

/** The client and the receiver kit on the one side, a deployment of the service on the other. */
export const standardParties: Parties = { consumer: 'payrig-client', provider: 'payroll-service' };

export const pactFileName = ({ consumer, provider }: Parties): string => `${consumer}-${provider}.json`;
