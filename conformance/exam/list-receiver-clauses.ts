import { isSelected } from '../../spec/clause-patterns.ts';
import { loadReceiverClauses } from '../../spec/receiver-clauses.ts';

const named = {
  secret: '--secret',
  key: '--encryption-key',
  handled: '--handled',
  failing: '--failing',
} as const;

/** Every clause of the exam that is asked for, with what it needs and what it is worth. */
export function listReceiverClauses(only: readonly string[], skip: readonly string[]): string {
  const lines = loadReceiverClauses()
    .filter(({ id }) => isSelected(id, only, skip))
    .flatMap(({ id, level, why, statement, needs, danger }) => [
      id,
      `    ${statement}`,
      `    ${danger}`,
      ...(level === 'implied' ? [`    implied: ${why}`] : []),
      ...(needs.length > 0 ? [`    needs ${needs.map((need) => named[need]).join(', ')}`] : []),
    ]);
  return `${lines.join('\n')}\n`;
}
