import { crc32 } from 'node:zlib';

/** One change, as the journal keeps it. Contents are JSON text, so that a replay parses only what it needs. */
export type JournalRecord = {
  partition: string;
  generation: number;
  id: string;
  order: string;
  due: boolean;
} & Content;

/**
 * The whole new document, what of it has changed since the record before, or nothing when it was removed. Patches are
 * numbered from the whole document on, so that one that is missing is missed.
 */
export type Content =
  | { kind: 'document'; text: string }
  | { kind: 'patch'; text: string; step: number }
  | { kind: 'removed' };

/** A record as one line. JSON holds no raw tab or line feed, so both can part things. */
export function formatRecord(record: JournalRecord): string {
  const { partition, generation, id, order, due } = record;
  const head = [partition, generation, id, order, due, ...(record.kind === 'patch' ? [record.step] : [])];
  const body = `${JSON.stringify(head)}\t${record.kind === 'removed' ? '' : record.text}`;
  return `${checksum(body)} ${body}\n`;
}

/** The record of a line, or nothing when the line is not what was written. */
export function parseRecord(line: string): JournalRecord | undefined {
  const body = line.slice(9);
  if (line[8] !== ' ' || checksum(body) !== line.slice(0, 8)) return undefined;
  const tab = body.indexOf('\t');
  const [partition, generation, id, order, due, step] = JSON.parse(body.slice(0, tab)) as [
    string,
    number,
    string,
    string,
    boolean,
    number?,
  ];
  return { partition, generation, id, order, due, ...contentOf(body.slice(tab + 1), step) };
}

function contentOf(text: string, step: number | undefined): Content {
  if (text === '') return { kind: 'removed' };
  return step === undefined ? { kind: 'document', text } : { kind: 'patch', text, step };
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}
