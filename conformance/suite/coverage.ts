import { loadClauses } from '../../spec/clauses.ts';
import { loadOpenPoints } from '../../spec/profile.ts';
import { checks } from '../checks/all-checks.ts';
import { probes } from './learn/probes/index.ts';

/** One sentence for each clause without a check, check without a clause, and open point without its probe. */
export function coverageProblems(): string[] {
  const clauses = new Set<string>(loadClauses().map(({ id }) => id));
  const checked = new Set<string>(checks.map(({ clause }) => clause));
  const problems: string[] = [];
  for (const id of clauses.keys()) if (!checked.has(id)) problems.push(`The clause ${id} has no check.`);
  for (const { clause } of checks)
    if (!clauses.has(clause)) problems.push(`A check names the clause ${clause}, which does not exist.`);
  const probed = new Map<string, number>();
  for (const { point } of probes) probed.set(point, (probed.get(point) ?? 0) + 1);
  for (const { id, learnt } of loadOpenPoints()) {
    const count = probed.get(id) ?? 0;
    if (learnt === 'probe' && count !== 1) problems.push(`The open point ${id} has ${count} probes.`);
    if (learnt === 'declared' && count > 0)
      problems.push(`The open point ${id} is declared, and has a probe.`);
  }
  return problems;
}
