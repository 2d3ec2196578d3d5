// `npm run docs`: the guides as a static site, by the pages that a sandbox serves.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { guideFile, siteFiles } from '../../simulator/docs/guide-pages.ts';
import { scriptCommand } from '../terminal/command-of.ts';

const [folder = 'site'] = scriptCommand('docs').parse().args;
rmSync(folder, { recursive: true, force: true });
for (const name of siteFiles()) {
  const { content } = guideFile(name === 'index.html' ? 'overview.html' : name, false)!;
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}
console.log(`${siteFiles().length} files in ${folder}; begin with ${join(folder, 'index.html')}.`);
