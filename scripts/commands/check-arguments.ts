import { readFile } from 'node:fs/promises';
import { InvalidArgumentError } from 'commander';
import { parseRate } from '../../conformance/target/rate-limit.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import { readProfile } from '../read-profile.ts';
import { UsageError } from '../usage-error.ts';

/** Clause globs, by comma or by repeating the option. */
export const patterns = (text: string, earlier: readonly string[] = []): string[] => [
  ...earlier,
  ...text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== ''),
];

/** `user:password`; the password may contain colons. */
export function memberOf(text: string): { username: string; password: string } {
  const at = text.indexOf(':');
  if (at < 1) throw new InvalidArgumentError('Give it as user:password.');
  return { username: text.slice(0, at), password: text.slice(at + 1) };
}

/** `Name: value`, collected. */
export function headerOf(
  text: string,
  earlier: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/.exec(text);
  if (!match) throw new InvalidArgumentError('Give it as "Name: value".');
  return { ...earlier, [match[1] as string]: match[2] as string };
}

/** `500ms`, `90s`, `10m`, `1h`, or a number of seconds. */
export function durationMs(text: string): number {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim());
  const ms = match
    ? Number(match[1]) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[(match[2] ?? 's') as 's']
    : 0;
  if (!(ms > 0)) throw new InvalidArgumentError('Give a time such as 90s or 10m.');
  return ms;
}

/** The clauses of a baseline file: a JSON array, or an object with the array under `known`. */
export async function baselineOf(file: string): Promise<string[]> {
  try {
    const read: unknown = JSON.parse(await readFile(file, 'utf8'));
    const known = Array.isArray(read) ? read : (read as { known?: unknown }).known;
    if (Array.isArray(known) && known.every((one) => typeof one === 'string')) return known;
  } catch (error) {
    throw new UsageError(`The baseline ${file} cannot be read: ${(error as Error).message}`);
  }
  throw new UsageError(`The baseline ${file} is neither a JSON array of clauses nor has one under [known].`);
}

/** What a profile file says and no more: nothing that it leaves out is taken for known. */
export async function profileOf(file: string): Promise<PartialProfile> {
  await readProfile(file);
  return JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, '')) as PartialProfile;
}

/** `10/s`, `300/m` or `10`, as requests a second. */
export function rateOf(text: string): number {
  const rate = parseRate(text);
  if (rate === undefined) throw new InvalidArgumentError('Give a rate such as 10/s or 300/m.');
  return rate;
}
