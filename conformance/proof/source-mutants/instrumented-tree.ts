import { cp, glob, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** A place in a text; lines and columns count from 0. */
type Position = { readonly line: number; readonly column: number };

export type SourceMutant = {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  /** The kind of edit, such as ConditionalExpression. */
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  /** The whole of the line, or of its first one. */
  readonly source: string;
};

type Made = {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Position; readonly end: Position };
};

export function sourceMutant(made: Made, text: string): SourceMutant {
  const { start, end } = made.location;
  const lines = text.split('\n');
  const source = lines[start.line] ?? '';
  const span = lines.slice(start.line, end.line + 1);
  const last = span.length - 1;
  span[last] = (span[last] ?? '').slice(0, end.column);
  span[0] = (span[0] ?? '').slice(start.column);
  return {
    id: made.id,
    file: made.fileName,
    line: start.line + 1,
    mutator: made.mutatorName,
    original: span.join('\n'),
    replacement: made.replacement,
    source: source.trim(),
  };
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** A name that outlives edits elsewhere in the file: where it is, and what becomes of what. */
export const mutantKey = ({ file, source, original, replacement }: SourceMutant): string =>
  `${file}: ${onOneLine(source)} :: ${shortened(original)} => ${shortened(replacement)}`;

export const shortened = (text: string, most = 120): string => {
  const line = onOneLine(text);
  return line.length > most ? `${line.slice(0, most)}…` : line;
};

const root = fileURLToPath(new URL('../../../', import.meta.url));

const needed = ['spec', 'generators', 'simulator', 'package.json'];

/** What is not the service: set-up, pages for people and agents, and stores that the judged sandbox does not use. */
const leftAlone =
  /\.test\.ts$|\/(testing|arrangement|docs|console|handle|mcp|promises|tools|adapters\/(lowdb|postgres))\//;

const isOfTheService = (path: string): boolean => !leftAlone.test(path);

const logger = new Proxy({}, { get: () => () => false }) as ConstructorParameters<typeof Instrumenter>[0];

/** A copy of the simulator with every mutant of its source in it, each behind a switch that is off. */
export async function instrumentedTree(isMutated = isOfTheService) {
  const folder = await mkdtemp(join(tmpdir(), 'payrig-mutants-'));
  for (const name of needed) await cp(join(root, name), join(folder, name), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const texts = new Map<string, string>();
  for await (const name of glob('simulator/**/*.ts', { cwd: root })) {
    const path = name.replaceAll('\\', '/');
    if (isMutated(path)) texts.set(path, await readFile(join(root, name), 'utf8'));
  }
  const files = [...texts].sort().map(([name, content]) => ({ name, content, mutate: true }));
  const options = { plugins: null, ignorers: [], excludedMutations: [] };
  const result = await new Instrumenter(logger).instrument(files, options);
  for (const { name, content } of result.files) await writeFile(join(folder, name), content);
  await writeFile(join(folder, 'mutated-files.json'), JSON.stringify([...texts.keys()]));
  return {
    folder,
    mutants: result.mutants.map((one) => sourceMutant(one, texts.get(one.fileName) ?? '')),
    remove: (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
