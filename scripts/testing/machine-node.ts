import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The Node that a person's shell would run: the first on the PATH that no package brought. */
export function machineNode(): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => !/node_modules/.test(folder));
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? process.execPath;
}
