import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, Option } from 'commander';
import { parseRate } from '../../conformance/target/rate-limit.ts';
import type { PartialProfile } from '../../spec/profile.ts';
import { readProfile } from '../read-profile.ts';
import { messageOf, UsageError } from '../usage-error.ts';

/** An option that an environment variable can give as well. */
export const envOption = (flags: string, about: string, variable: string): Option =>
  new Option(flags, about).env(variable);

export function print(json: boolean | undefined, data: () => object, text: () => string): void {
  process.stdout.write(json ? `${JSON.stringify(data(), null, 2)}\n` : text());
}

export function expectHttpUrl(url: string | undefined): void {
  if (url !== undefined && !(URL.canParse(url) && /^https?:\/\/[^/]/.test(url)))
    throw new UsageError(`[${url}] is no http or https URL.`);
}

/** Clause globs, by comma or by repeating the option. */
export const patterns = (text: string, earlier: readonly string[] = []): string[] => [
  ...earlier,
  ...text
    .split(',')
    .map((glob) => glob.trim())
    .filter((glob) => glob !== ''),
];

/** `user:password`; the password may contain colons. */
export function memberOf(text: string): { username: string; password: string } {
  const at = text.indexOf(':');
  if (at < 1) throw new InvalidArgumentError('Give it as user:password.');
  return { username: text.slice(0, at), password: text.slice(at + 1) };
}

export function headerOf(
  text: string,
  earlier: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const [, name, value = ''] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):(.*)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('Give it as "Name: value".');
  return { ...earlier, [name]: value.trimStart() };
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** `500ms`, `90s`, `10m`, `1h`, or a number of seconds. */
export function durationMs(text: string): number {
  const [, count = 0, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(text.trim()) ?? [];
  const ms = Number(count) * unitMs[unit]!;
  if (!(ms > 0)) throw new InvalidArgumentError('Give a time such as 90s or 10m.');
  return ms;
}

/** The clauses of a baseline file: a JSON array, or an object with the array under `known`. */
export async function baselineOf(file: string): Promise<string[]> {
  try {
    const content: unknown = JSON.parse(await readFile(file, 'utf8'));
    const known = typeof content === 'object' && content && 'known' in content ? content.known : content;
    if (Array.isArray(known) && known.every((clause) => typeof clause === 'string')) return known;
  } catch (error) {
    throw new UsageError(`The baseline ${file} cannot be read: ${messageOf(error)}`);
  }
  throw new UsageError(`The baseline ${file} is neither a JSON array of clauses nor has one under [known].`);
}

/** What a profile file says, without defaults for what it leaves out; undefined when no file is named. */
export async function profileOf(file: string | undefined): Promise<PartialProfile | undefined> {
  if (file === undefined) return undefined;
  await readProfile(file);
  return JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, ''));
}

/** `10/s`, `300/m` or `10`, as requests a second. */
export function rateOf(text: string): number {
  const rate = parseRate(text);
  if (rate === undefined) throw new InvalidArgumentError('Give a rate such as 10/s or 300/m.');
  return rate;
}
