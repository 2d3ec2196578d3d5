import { crc32 } from 'node:zlib';
import type { Document } from '../store.ts';

/** One change, as the journal keeps it: the whole new document, or none when it was removed. */
export type JournalRecord = {
  partition: string;
  generation: number;
  id: string;
  order: string;
  due: boolean;
  /** The document as JSON text, so that a replay parses only the last of many versions. */
  text: string | undefined;
};

/** A record as one line. JSON holds no raw tab or line feed, so both can part things. */
export function formatRecord({ partition, generation, id, order, due, text }: JournalRecord): string {
  const body = `${JSON.stringify([partition, generation, id, order, due])}\t${text ?? ''}`;
  return `${checksum(body)} ${body}\n`;
}

/** The record of a line, or nothing when the line is not what was written. */
export function parseRecord(line: string): JournalRecord | undefined {
  const body = line.slice(9);
  if (line[8] !== ' ' || checksum(body) !== line.slice(0, 8)) return undefined;
  const tab = body.indexOf('\t');
  const [partition, generation, id, order, due] = JSON.parse(body.slice(0, tab)) as [
    string,
    number,
    string,
    string,
    boolean,
  ];
  return { partition, generation, id, order, due, text: body.slice(tab + 1) || undefined };
}

/** The document as text, compact: it is written once for every change. */
export function formatDocument(document: Document): string {
  return JSON.stringify(document);
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
