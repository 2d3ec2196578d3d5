import { join } from 'node:path';
import { DataFile } from 'lowdb/node';
import { decodeKey, encodeKey } from '../keys.ts';
import type { Document } from '../store.ts';

/** What the name of a document's file says, so that a start reads names and no contents. */
export type Named = { id: string; order: string; due: boolean };

export function documentFileName({ id, order, due }: Named): string {
  return `${encodeKey(id)}.${encodeKey(order)}${due ? '.due' : ''}.json`;
}

export function parseDocumentFileName(name: string): Named | undefined {
  const [, encodedId, encodedOrder, due] = /^([^.]+)\.([^.]*)(\.due)?\.json$/.exec(name) ?? [];
  if (encodedId === undefined || encodedOrder === undefined) return undefined;
  const id = decodeKey(encodedId);
  const order = decodeKey(encodedOrder);
  return id === undefined || order === undefined ? undefined : { id, order, due: due !== undefined };
}

/** Reads a document with the size of its text; throws when it is not there or is no document. */
export async function readDocument(
  folder: string,
  name: string,
): Promise<{ document: Document; size: number }> {
  let size = 0;
  const file = new DataFile<unknown>(join(folder, name), {
    parse: (text) => {
      size = text.length;
      return JSON.parse(text);
    },
    stringify,
  });
  const data = await file.read();
  if (size === 0) throw new Error('the file is missing');
  if (!isDocument(data)) throw new Error('the file holds no JSON object');
  return { document: data, size };
}

/** Puts a document in its place as a whole: lowdb writes beside it, and renames. */
export async function writeDocument(folder: string, name: string, document: Document): Promise<void> {
  await new DataFile<Document>(join(folder, name), { parse: JSON.parse, stringify }).write(document);
}

/** Indented, for whoever looks into the folder. */
function stringify(data: unknown): string {
  return `${JSON.stringify(data, null, 2)}\n`;
}

function isDocument(data: unknown): data is Document {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}
