import { loadClauses } from '../../../spec/clauses.ts';
import { mutants } from './index.ts';

/** One sentence for each clause that no mutant breaks, and for each name that two mutants of a clause share. */
export function mutantProblems(): string[] {
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
