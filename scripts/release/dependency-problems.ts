// Run by `npm run check`: licences, hashes and install scripts of every package that the lock file names.
import { readFileSync } from 'node:fs';
import { readYaml } from '../terminal/read-yaml.ts';

export type LockedPackage = Partial<Record<'version' | 'license' | 'integrity', string>> &
  Partial<Record<'dev' | 'devOptional' | 'hasInstallScript', boolean>>;

type Licences = Record<'permissive' | 'tolerable', string[]> &
  Record<'lookedUp' | 'families', Readonly<Record<string, string>>>;
const { permissive, tolerable, lookedUp, families }: Licences = readYaml(import.meta.url, './licences.yaml');

export const nameAt = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

export const isRunTime = ({ dev, devOptional }: LockedPackage): boolean => !dev && !devOptional;

export const dependencyProblems = (packages: Readonly<Record<string, LockedPackage>>): string[] =>
  Object.entries(packages).flatMap(([path, one]) => {
    if (path === '') return [];
    const name = nameAt(path);
    const isDevelopment = !isRunTime(one);
    const family = Object.keys(families).find((beginning) => name.startsWith(beginning)) ?? '';
    const licence = lookedUp[name] ?? one.license ?? families[family];
    const problems: string[] = [];
    if (licence === undefined) problems.push('has no licence');
    else if (!isAmong(licence, isDevelopment ? [...permissive, ...tolerable] : permissive))
      problems.push(`has the licence ${licence}`);
    if (one.integrity === undefined) problems.push('has no integrity hash');
    if (one.hasInstallScript && !isDevelopment) problems.push('runs a script when it is installed');
    return problems.map((problem) => `${name} ${problem}`);
  });

function isAmong(expression: string, list: readonly string[]): boolean {
  const choices = expression.replaceAll(/[()]/g, '').split(' OR ');
  return choices.some((choice) => choice.split(' AND ').every((one) => list.includes(one)));
}

/** One more is a decision: this number is changed together with the dependency, and the commit says why. */
const MOST_AT_RUN_TIME = 122;

export const lockedPackages = (): Record<string, LockedPackage> =>
  JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')).packages;

if (import.meta.main) {
  const packages = lockedPackages();
  const problems = dependencyProblems(packages);
  const run = Object.entries(packages).filter(([path, locked]) => path !== '' && isRunTime(locked));
  if (run.length > MOST_AT_RUN_TIME)
    problems.push(`There are ${run.length} packages at run time, and ${MOST_AT_RUN_TIME} were agreed on`);
  for (const problem of problems) console.error(problem);
  console.log(`${run.length} packages at run time, ${Object.keys(packages).length - 1} in all`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
