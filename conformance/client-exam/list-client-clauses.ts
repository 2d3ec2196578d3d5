import { isSelected } from '../../spec/clause-patterns.ts';
import { loadClientClauses } from '../../spec/client-clauses.ts';
import { journeysOf } from './cases/index.ts';

/** Every clause of the client's exam that is asked for, with the journeys in which it is judged. */
export const clientClauseListings = (only: readonly string[], skip: readonly string[]) =>
  loadClientClauses()
    .filter(({ id }) => isSelected(id, only, skip))
    .map(({ id, level, why, statement, danger }) => ({
      clause: id,
      level,
      statement,
      why,
      danger,
      journeys: journeysOf(id),
    }));

export function listClientClauses(only: readonly string[], skip: readonly string[]): string {
  const lines = clientClauseListings(only, skip).flatMap(({ clause, statement, danger, why, journeys }) => [
    clause,
    `    ${statement}`,
    `    ${danger}`,
    ...(why === undefined ? [] : [`    implied: ${why}`]),
    `    judged in ${journeys.join(', ')}`,
  ]);
  return `${lines.join('\n')}\n`;
}
