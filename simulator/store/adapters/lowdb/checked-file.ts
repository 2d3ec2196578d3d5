import { open, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { DataFile, DataFileSync } from 'lowdb/node';
import { DamagedDocumentError, type Json } from '../../port.ts';

const BEFORE = '{"checksum":"';
const BETWEEN = '","data":';
const AFTER = '}\n';

/** JSON with a checksum of its text, so that a single flipped bit is noticed. */
function stringify(data: unknown): string {
  const text = JSON.stringify(data);
  return `${BEFORE}${checksum(text)}${BETWEEN}${text}${AFTER}`;
}

function parse(text: string): Json {
  const start = BEFORE.length + 8 + BETWEEN.length;
  const data = text.slice(start, -AFTER.length);
  if (text !== `${BEFORE}${checksum(data)}${BETWEEN}${data}${AFTER}`)
    throw new SyntaxError('the checksum differs');
  return JSON.parse(data);
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/**
 * What a file holds, or nothing when it is not there; throws `DamagedDocumentError` when it is not as it was written.
 * Read at once, so that one file is open at a time however many there are.
 */
export function readChecked(path: string): Json | undefined {
  try {
    return new DataFileSync<Json>(path, { parse, stringify }).read() ?? undefined;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new DamagedDocumentError(`${path} is damaged (${error.message})`);
  }
}

/** Replaces a file as a whole: lowdb writes beside it, into a draft made here for its owner's eyes alone, and renames. */
export async function writeChecked(path: string, data: unknown): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.tmp`);
  await (await open(draft, 'w', 0o600)).close();
  try {
    await new DataFile<unknown>(path, { parse, stringify }).write(data);
  } catch (error) {
    // Half a draft would take what is left of a full disk.
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

/** Whether lowdb left this behind because the process was killed. */
export function isDraft(name: string): boolean {
  return name.startsWith('.') && name.endsWith('.tmp');
}
