import { isSelected } from '../../spec/clause-patterns.ts';
import { loadClauses } from '../../spec/clauses.ts';
import { checks } from '../checks/all-checks.ts';
import { needsOf } from '../deployment/offers.ts';

export function clauseListings(only: readonly string[], skip: readonly string[]) {
  return loadClauses()
    .filter(({ id }) => isSelected(id, only, skip))
    .map(({ id, level, why, statement, places }) => {
      const own = checks.filter(({ clause }) => clause === id);
      return {
        clause: id,
        level,
        statement,
        places,
        why,
        checks: own.length,
        needs: [...new Set(own.flatMap((check) => needsOf(check)))],
        points: [...new Set(own.flatMap((check) => check.points ?? []))],
      };
    });
}

export function listClauses(only: readonly string[], skip: readonly string[]): string {
  const lines = clauseListings(only, skip).flatMap((one) => [
    one.clause,
    `    ${one.statement}`,
    ...(one.places.length > 0 ? [`    ${one.places.join('; ')}`] : []),
    ...(one.level === 'implied' ? [`    implied: ${one.why}`] : []),
    ...(one.checks === 0 ? ['    has no check'] : []),
    ...(one.needs.length > 0 ? [`    needs ${one.needs.join(', ')}`] : []),
    ...(one.points.length > 0 ? [`    depends on ${one.points.join(', ')}`] : []),
  ]);
  return `${lines.join('\n')}\n`;
}
