import { crc32, deflateRawSync } from 'node:zlib';
import type { ToolFile } from '../../../simulator/tools/runs.ts';

/** The first day that the format knows: the archive tells of no other. */
const DAY = 0x0021;
const UTF8_NAMES = 0x0800;
const DEFLATED = 8;
const VERSION = 20;

export function zipOf(files: readonly ToolFile[]): Buffer {
  const contents: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = Buffer.from(name);
    const packed = deflateRawSync(bytes);
    const about = Buffer.concat([
      shorts(VERSION, UTF8_NAMES, DEFLATED, 0, DAY),
      longs(crc32(bytes), packed.length, bytes.length),
      shorts(path.length, 0),
    ]);
    const content = Buffer.concat([longs(0x04034b50), about, path, packed]);
    const place = [shorts(0, 0, 0), longs(0, offset)];
    directory.push(longs(0x02014b50), shorts(VERSION), about, ...place, path);
    contents.push(content);
    offset += content.length;
  }
  const listed = Buffer.concat(directory);
  const counts = shorts(0, 0, files.length, files.length);
  return Buffer.concat([
    ...contents,
    listed,
    longs(0x06054b50),
    counts,
    longs(listed.length, offset),
    shorts(0),
  ]);
}

const shorts = (...values: number[]): Buffer => numbers(2, values);
const longs = (...values: number[]): Buffer => numbers(4, values);

function numbers(size: 2 | 4, values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(size * values.length);
  for (const [at, value] of values.entries()) bytes.writeUIntLE(value, at * size, size);
  return bytes;
}
