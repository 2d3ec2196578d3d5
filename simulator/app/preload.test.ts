import { readdir, readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { preload } from './preload.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Modules that a file loads when it needs them, from the root of the simulator. */
async function loadedBy(file: string): Promise<string[]> {
  const text = await readFile(join(root, file), 'utf8');
  return [...text.matchAll(/(?<!typeof )\bimport\(\s*'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? normalize(join(file, '..', name)) : name,
  );
}

it('everything is loaded that some request would load later', async () => {
  const files = (await readdir(root, { recursive: true })).filter(
    (file) => /\.ts$/.test(file) && !/test|preload/.test(file),
  );
  // Which store there is and whether traces are exported has been decided when a sandbox starts; the console is for those who open it, and the server for
  // agents, which takes 38 MB, for those who connect one.
  const later = (await Promise.all(files.map(loadedBy)))
    .flat()
    .filter(
      (name) => !/^store\/|^console\/|^esbuild$|^mcp\/|^@(modelcontextprotocol|opentelemetry)\//.test(name),
    );
  const now = new Set(await loadedBy('app/preload.ts'));
  expect(later.filter((name) => !now.has(name))).toEqual([]);
  await preload();
});
