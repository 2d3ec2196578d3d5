import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import { type SourceMutant, sourceMutant } from './source-mutant.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What a sandbox needs of the source tree to run. */
const needed = ['spec', 'generators', 'simulator', 'package.json'];

/** What is not the service: its own door for setting up state, pages for people, and programs that try the sandbox. */
const leftAlone = /\.test\.ts$|\/(testing|arrangement|docs|console)\//;

export type InstrumentedTree = {
  readonly folder: string;
  readonly mutants: readonly SourceMutant[];
  remove(): Promise<void>;
};

const silent = () => {};
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** A copy of the simulator with every mutant of its source in it, each behind a switch that is off. */
export async function instrumentedTree(): Promise<InstrumentedTree> {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-mutants-'));
  for (const name of needed) await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const texts = new Map<string, string>();
  for await (const name of glob('simulator/**/*.ts', { cwd: root })) {
    const path = name.replaceAll('\\', '/');
    if (!leftAlone.test(path)) texts.set(path, await readFile(join(root, name), 'utf8'));
  }
  const files = [...texts].sort().map(([name, content]) => ({ name, content, mutate: true }));
  const result = await new Instrumenter(logger).instrument(files, {
    plugins: null,
    ignorers: [],
    excludedMutations: [],
  });
  for (const { name, content } of result.files) await writeFile(join(folder, name), content);
  await writeFile(join(folder, 'mutated-files.json'), JSON.stringify([...texts.keys()]));
  return {
    folder,
    mutants: result.mutants.map((one) => sourceMutant(one, texts.get(one.fileName) ?? '')),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
