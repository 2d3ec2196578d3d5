import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectRoot } from '../run-tool.ts';

/** The Node that servers and bare loops run on: the one that runs the benchmark, unless it is told another. */
let node = { path: process.execPath, version: process.version, runsTypeScript: true };

export const contestantNode = () => node;

/** Runs contestants on another Node; one that cannot run TypeScript gets the built package. */
export function useNode(path: string): void {
  const print = 'console.log(process.version, Boolean(process.features.typescript))';
  const [version = '', runsTypeScript] = execFileSync(path, ['-e', print], { encoding: 'utf8' })
    .trim()
    .split(' ');
  node = { path: resolve(path), version, runsTypeScript: runsTypeScript === 'true' };
}

export const payrigScript = (): string =>
  join(projectRoot, node.runsTypeScript ? 'scripts/payrig.mjs' : 'dist/scripts/payrig.js');

/** A probe as a script that the contestants' Node can run. */
export function probeScript(name: string): string {
  const file = fileURLToPath(new URL(`./probes/${name}.ts`, import.meta.url));
  if (node.runsTypeScript) return file;
  const folder = join(projectRoot, 'node_modules/.cache/payrig-bench-probes');
  const script = join(folder, `${name}.mjs`);
  const source = stripTypeScriptTypes(readFileSync(file, 'utf8'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(script, source.replace(/'\.\.\/\.\.\/\.\.\/(.+)\.ts'/g, `'${projectRoot}dist/$1.js'`));
  return script;
}
