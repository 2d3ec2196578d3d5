// Clauses without a check or a mutant, checks without a clause, open points without a probe: none, or exit code 1.
import { mutants } from '../../conformance/proof/mutants/index.ts';
import { coverageProblems } from '../../conformance/suite/coverage.ts';
import { loadClauses } from '../../spec/clauses.ts';

const problems = [...coverageProblems(), ...mutantProblems()];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

/** One sentence for each clause that no mutant breaks, and for each name that two mutants of a clause share. */
function mutantProblems(): string[] {
  const broken = new Set<string>(mutants.map(({ clause }) => clause));
  const problems = loadClauses()
    .filter(({ id }) => !broken.has(id))
    .map(({ id }) => `The clause ${id} has no mutant.`);
  const seen = new Set<string>();
  for (const { name, clause } of mutants) {
    const key = `${clause} ${name}`;
    if (seen.has(key)) problems.push(`Two mutants of ${clause} are called ${name}.`);
    seen.add(key);
  }
  return problems;
}
