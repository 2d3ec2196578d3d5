import { readFile, writeFile } from 'node:fs/promises';
import { whyUnreadable } from '../../spec/why-unreadable.ts';

/** A mistake on the command line: printed as one message, without a stack, with exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export const readText = (file: string, what = ''): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`Cannot read ${what && `the ${what} `}${file}: ${whyUnreadable(error)}`);
  });

type Options = { flag?: 'wx'; mode?: number };

/** Writes a file that the user names; with the flag `wx` none that is there already. */
export const writeOut = (file: string, content: string | Uint8Array, options: Options = {}): Promise<void> =>
  writeFile(file, content, options).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'EEXIST' ? 'it is there already' : error.message;
    throw new UsageError(`Cannot write ${file}: ${why}`);
  });

export async function readJson(file: string, what = ''): Promise<unknown> {
  const text = await readText(file, what);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new UsageError(`${what ? `The ${what} ${file}` : file} is not valid JSON: ${messageOf(error)}`);
  }
}
