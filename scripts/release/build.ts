// `npm run build`: dist/ as it is published, JavaScript and declarations, with the data files beside them.
import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { bundleConsole } from '../../simulator/console/pages.ts';
import { llmsFullText, llmsText } from '../../simulator/docs/guides.ts';
import { compiler, projectRoot, runTool } from '../terminal/run-tool.ts';

const folders = ['spec', 'generators', 'simulator', 'conformance', 'scripts/commands', 'scripts/sandbox'];
/** What code reads at run time by `new URL('./x', import.meta.url)`. */
const dataKinds = /\.(yaml|json|csv|sql|txt|html|css|js|svg|ttf|woff2)$/;
/** Where data has terms of use, they travel with it. */
const dataNames = new Set(['SOURCES.md']);

/** They are in the bundle. */
const isBundled = (path: string): boolean => /[\\/]console[\\/](browser|styles)[\\/]/.test(path);

const isData = (path: string): boolean =>
  !isBundled(path) &&
  (dataKinds.test(path) || dataNames.has(basename(path))) &&
  !/(^|[\\/])(testing|proof|mutants|variants)[\\/]/.test(path);

async function copyData(out: string): Promise<void> {
  for await (const file of glob(`{${folders}}/**/*.*`, { cwd: projectRoot }))
    if (isData(file)) await cp(join(projectRoot, file), join(out, file));
}

/** What the console's page loads: the published package has no bundler. */
async function writeConsole(out: string): Promise<void> {
  const { script, style } = await bundleConsole();
  const built = join(out, 'simulator/console/built');
  await mkdir(built, { recursive: true });
  await writeFile(join(built, 'console.js'), script);
  await writeFile(join(built, 'console.css'), style);
}

/** The declarations speak of Node's types, which TypeScript 7 loads only where something refers to them. */
async function referToNode(out: string): Promise<void> {
  const { exports } = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'));
  for (const { types } of Object.values<{ types?: string }>(exports)) {
    if (types === undefined) continue;
    const file = join(out, types.replace('./dist/', ''));
    await writeFile(file, `/// <reference types="node" />\n${await readFile(file, 'utf8')}`);
  }
}

// Built aside and moved into place at the end, so that dist/ is never seen half made.
const aside = join(projectRoot, 'node_modules/.cache', `payrig-build-${process.pid}`);
const dist = join(projectRoot, 'dist');
await mkdir(aside, { recursive: true });
try {
  // tsconfig.build.json has `noCheck`: `npm run check` checks the types, and a build takes half the time without.
  const words = [compiler, '-p', 'tsconfig.build.json', '--outDir', aside, '--pretty', 'false'];
  const tsc = await runTool('node', words);
  if (tsc.code !== 0) {
    console.error(`${tsc.stdout}${tsc.stderr}`.trim());
    process.exitCode = 1;
  } else {
    await copyData(aside);
    await referToNode(aside);
    await writeConsole(aside);
    const places = { '../docs/overview.md': '../README.md', '../openapi.yaml': 'spec/openapi.yaml' };
    const index = Object.entries(places).reduce((text, [at, here]) => text.replace(at, here), llmsText('..'));
    await writeFile(join(aside, 'llms.txt'), index);
    await writeFile(join(aside, 'llms-full.txt'), llmsFullText());
    await rm(dist, { recursive: true, force: true });
    await rename(aside, dist);
  }
} finally {
  await rm(aside, { recursive: true, force: true });
}
