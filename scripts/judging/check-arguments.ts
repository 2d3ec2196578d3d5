import { InvalidArgumentError } from 'commander';
import { parseRate } from '../../conformance/target/rate-limit.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import { readProfile } from '../terminal/read-profile.ts';
import { readJson, UsageError } from '../terminal/usage-error.ts';

export function expectHttpUrl(url: string | undefined): void {
  if (url !== undefined && !(URL.canParse(url) && /^https?:\/\/[^/]/.test(url)))
    throw new UsageError(`[${url}] is not an http or https URL.`);
}

/** The clauses of a baseline file: a JSON array, or an object with the array under `known`. */
export async function baselineOf(file: string): Promise<string[]> {
  const content = await readJson(file, 'baseline');
  const known = typeof content === 'object' && content && 'known' in content ? content.known : content;
  if (Array.isArray(known) && known.every((clause) => typeof clause === 'string')) return known;
  throw new UsageError(`The baseline ${file} is neither a JSON array of clauses nor has one under [known].`);
}

/** What a profile file says, without defaults for what it leaves out; undefined when no file is named. */
export async function profileOf(file: string | undefined): Promise<PartialProfile | undefined> {
  if (file === undefined) return undefined;
  await readProfile(file);
  return (await readJson(file)) as PartialProfile;
}

export function rateOf(text: string): number {
  const rate = parseRate(text);
  if (rate === undefined) throw new InvalidArgumentError('Give a rate such as 10/s or 300/m.');
  return rate;
}
