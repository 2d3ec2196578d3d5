import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PartialProfile } from '../../../spec/profile.ts';
import { interactions } from '../interactions.ts';
import { messages } from '../messages.ts';
import { type Parties, pactFileName, standardParties } from '../pact-files.ts';
import { pactLibrary } from '../pact-library.ts';
import { dialectOf } from './dialect.ts';
import { makeHttp } from './make-http.ts';
import { isSent, makeMessage } from './make-message.ts';

export type MakeOptions = {
  /** The folder of the pact; a file with its name there is replaced. */
  dir: string;
  parties?: Partial<Parties>;
  /** Names and open points of the deployments that the pact is meant for. */
  profile?: PartialProfile;
};

export type MadePact = { file: string; http: number; messages: number };

/**
 * Makes the pact between the typed client with the receiver kit and a deployment of the service.
 *
 * The library merges into what it finds and loses interactions when two write at once. So each making has a folder of
 * its own, in which one interaction follows the other, and the finished file takes the place of the old one at the end.
 */
export async function makePacts({ dir, parties = {}, profile }: MakeOptions): Promise<MadePact> {
  const library = await pactLibrary();
  const dialect = dialectOf(profile);
  const { consumer = standardParties.consumer, provider = standardParties.provider } = parties;
  const names = { consumer, provider };
  const aside = join(dir, `.making-${process.pid}-${randomBytes(4).toString('hex')}`);
  await mkdir(aside, { recursive: true });
  try {
    const pact = new library.PactV4({ ...names, dir: aside, logLevel: 'error' });
    for (const one of interactions) await makeHttp(library, pact, dialect, one);
    const sent = messages.filter((message) => isSent(dialect, message));
    for (const message of sent) await makeMessage(pact, dialect, message);
    const file = join(dir, pactFileName(names));
    await complete(join(aside, pactFileName(names)), interactions.length + sent.length);
    await rename(join(aside, pactFileName(names)), file);
    return { file, http: interactions.length, messages: sent.length };
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

async function complete(file: string, expected: number): Promise<void> {
  const { interactions: written }: { interactions: unknown[] } = JSON.parse(await readFile(file, 'utf8'));
  if (written.length !== expected)
    throw new Error(`The pact has ${written.length} interactions where ${expected} were made`);
}
