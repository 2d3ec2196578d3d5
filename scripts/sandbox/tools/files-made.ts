import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ToolFile, ToolOrder } from '../../../simulator/tools/tools.ts';
import { zipOf } from './zip.ts';

/** They are kept in memory, and a report is a few megabytes at most. */
const MOST_BYTES = 64 * 1024 * 1024;

/** What a tool wrote into a folder, its names in order; a contract of several files is one archive. */
export async function filesMade(
  folder: string,
  order: Pick<ToolOrder, 'tool' | 'format'>,
): Promise<ToolFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const files: ToolFile[] = [];
  let left = MOST_BYTES;
  for (const path of paths) {
    left -= (await stat(path)).size;
    if (left < 0) break;
    const name = relative(folder, path).replaceAll(sep, '/');
    files.push({ name, bytes: await readFile(path) });
  }
  return order.tool === 'spec' && files.length > 1
    ? [{ name: `${order.format}.zip`, bytes: zipOf(files) }]
    : files;
}
