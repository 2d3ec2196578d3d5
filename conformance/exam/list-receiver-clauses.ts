import { isSelected } from '../../spec/clause-patterns.ts';
import { loadReceiverClauses } from '../../spec/receiver-clauses.ts';

const named = {
  secret: '--secret',
  key: '--encryption-key',
  handled: '--handled',
  failing: '--failing',
} as const;

/** Every clause of the exam that is asked for, with what it needs and what it is worth, as `--list --json` tells of it. */
export const receiverClauseListings = (only: readonly string[], skip: readonly string[]) =>
  loadReceiverClauses()
    .filter(({ id }) => isSelected(id, only, skip))
    .map(({ id, level, why, statement, needs, danger }) => ({
      clause: id,
      level,
      statement,
      why,
      danger,
      needs: needs.map((need) => named[need]),
    }));

export function listReceiverClauses(only: readonly string[], skip: readonly string[]): string {
  const lines = receiverClauseListings(only, skip).flatMap((one) => [
    one.clause,
    `    ${one.statement}`,
    `    ${one.danger}`,
    ...(one.level === 'implied' ? [`    implied: ${one.why}`] : []),
    ...(one.needs.length > 0 ? [`    needs ${one.needs.join(', ')}`] : []),
  ]);
  return `${lines.join('\n')}\n`;
}
