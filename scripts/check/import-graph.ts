// Run by `npm run check`: the imports that .dependency-cruiser.cjs forbids, and a table of how the folders of each top
// folder import each other; exit code 1 for any knot. dependency-cruiser counts a folder's subfolders as the folder
// itself, so it sees no cycle between the two.
import { dirname, extname } from 'node:path';
import { runTool } from '../terminal/run-tool.ts';

export type Arrow = readonly [from: string, to: string];

/** The most source files in the root of a top folder, which holds entry points only. */
const mostRootFiles: Readonly<Record<string, number>> = { conformance: 4, scripts: 8 };
const topFolders = ['spec', 'generators', 'simulator', 'conformance', 'scripts'];

function arrowsBetween(arrows: readonly Arrow[], roomOf: (file: string) => string): Map<string, Set<string>> {
  const between = new Map<string, Set<string>>();
  for (const [from, to] of arrows.map(([a, b]) => [roomOf(a), roomOf(b)] as const))
    if (from !== to) between.set(from, (between.get(from) ?? new Set()).add(to));
  return between;
}

/** The folder of the top folder in which another stands; files in the root are one room. */
const roomOf = (folder: string): string => folder.split('/').slice(0, 2).join('/');

function reached(between: ReadonlyMap<string, ReadonlySet<string>>, start: string): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let room = open.pop(); room !== undefined; room = open.pop())
    for (const next of between.get(room) ?? []) {
      if (!found.has(next)) open.push(next);
      found.add(next);
    }
  return found;
}

const knotted = (between: ReadonlyMap<string, ReadonlySet<string>>): string[] =>
  [...between.keys()].filter((room) => reached(between, room).has(room)).sort();

/** The folders of a top folder that stand in a knot: by its own folders, by every subfolder, and by parent and child. */
export function knotsIn(top: string, arrows: readonly Arrow[]) {
  const own = arrows.filter((arrow) => arrow.every((file) => file.startsWith(`${top}/`)));
  const all = arrowsBetween(own, dirname);
  const bothWays = [...all].flatMap(([folder, to]) =>
    [...to].filter((child) => child.startsWith(`${folder}/`) && all.get(child)?.has(folder)),
  );
  const folders = knotted(arrowsBetween(own, (file) => roomOf(dirname(file))));
  return { folders, subfolders: knotted(all), bothWays: bothWays.sort() };
}

type Cruise = {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
};

/** Builds and tests are no part of the house. */
const isOutside = (file: string): boolean => /^dist\/|\/testing\/|\.test\.tsx?$/.test(file);

if (import.meta.main) {
  // What has not changed since the last check is not read again: a tenth of the time.
  const words = ['--cache', 'node_modules/.cache/import-graph', '--output-type', 'json', ...topFolders];
  const { stdout } = await runTool('depcruise', words);
  const { modules: all, summary } = JSON.parse(stdout) as Cruise;
  const modules = all.filter(({ source }) => !isOutside(source));
  const arrows = modules.flatMap(({ source, dependencies }) =>
    dependencies.flatMap(({ resolved }): Arrow[] => (isOutside(resolved) ? [] : [[source, resolved]])),
  );
  const problems = summary.violations.map(({ rule, from, to }) => `${from} → ${to}: ${rule.name}`);
  const row = (...cells: readonly unknown[]): void => {
    const padded = cells.map((cell, at) => String(cell).padEnd(at === 0 ? 14 : 24));
    console.log(padded.join('').trimEnd());
  };
  row('', 'folders in a knot', 'with every subfolder', 'parent and child', 'files in the root');
  for (const top of topFolders) {
    const { folders, subfolders, bothWays } = knotsIn(top, arrows);
    const places = modules
      .filter(({ source }) => source.startsWith(`${top}/`) && /^\.(tsx?|m?js)$/.test(extname(source)))
      .map(({ source }) => dirname(source));
    const root = places.filter((place) => place === top).length;
    const most = mostRootFiles[top] ?? Number.POSITIVE_INFINITY;
    const among = (rooms: readonly string[]): string =>
      `${rooms.length} of ${new Set(places.map(roomOf)).size}`;
    row(top, among(folders), `${subfolders.length} of ${new Set(places).size}`, bothWays.length, root);
    if (subfolders.length > 0) problems.push(`${top}: these folders are in a knot: ${subfolders.join(', ')}`);
    if (folders.length > 0)
      problems.push(`${top}: with their subfolders, these are in a knot: ${folders.join(', ')}`);
    if (root > most) problems.push(`${top}: ${root} files are in its root, and ${most} may be.`);
  }
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
