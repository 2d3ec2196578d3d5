// Licences, hashes and install scripts of every package that the lock file names.
import { readFileSync } from 'node:fs';
import { dependencyProblems, isRunTime, type LockedPackage } from './dependency-problems.ts';

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
/** One more is a decision: this number is changed together with what asks for it, and the reason. */
const MOST_AT_RUN_TIME = 118;

const packages = lock.packages as Record<string, LockedPackage>;
const problems = dependencyProblems(packages);
const run = Object.entries(packages).filter(([path, one]) => path !== '' && isRunTime(one));
if (run.length > MOST_AT_RUN_TIME)
  problems.push(`There are ${run.length} packages at run time, and ${MOST_AT_RUN_TIME} were agreed on`);
for (const problem of problems) console.error(problem);
console.log(`${run.length} packages at run time, ${Object.keys(packages).length - 1} in all`);
process.exitCode = problems.length === 0 ? 0 : 1;
