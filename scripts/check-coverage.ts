// Clauses without a check or a mutant, checks without a clause, open points without a probe: none, or exit code 1.
import { coverageProblems } from '../conformance/coverage.ts';
import { mutantProblems } from '../conformance/proof/mutants/mutant-problems.ts';

const problems = [...coverageProblems(), ...mutantProblems()];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
