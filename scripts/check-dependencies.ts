// Licences, hashes and install scripts of every package that the lock file names.
import { readFileSync } from 'node:fs';
import { dependencyProblems, isRunTime, type LockedPackage } from './dependency-problems.ts';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
const packages = lock.packages as Record<string, LockedPackage>;
const problems = dependencyProblems(packages);
for (const problem of problems) console.error(problem);
const run = Object.entries(packages).filter(([path, one]) => path !== '' && isRunTime(one));
console.log(`${run.length} packages at run time, ${Object.keys(packages).length - 1} in all`);
process.exitCode = problems.length === 0 ? 0 : 1;
