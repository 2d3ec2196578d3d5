import { isSelected } from '../../spec/clause-patterns.ts';
import { picked } from '../../spec/json.ts';
import type { ReceiverClause } from '../../spec/receiver-clauses.ts';

type Clause = Pick<ReceiverClause, 'level' | 'why' | 'statement' | 'danger'> & { readonly id: string };

/** Every clause of an exam that is asked for, and what it is worth, as `--list --json` tells of it. */
export const examListings = <C extends Clause, More extends object>(
  clauses: readonly C[],
  { only, skip }: { only: readonly string[]; skip: readonly string[] },
  more: (clause: C) => More,
) =>
  clauses
    .filter(({ id }) => isSelected(id, only, skip))
    .map((one) => ({ clause: one.id, ...picked(one, 'level', 'statement', 'why', 'danger'), ...more(one) }));

/** The same for people; `last` is the line that the exams differ in. */
export function examListText<Listing extends ReturnType<typeof examListings>[number]>(
  listings: readonly Listing[],
  last: (one: Listing) => string,
): string {
  const lines = listings.flatMap((one) => [
    one.clause,
    `    ${one.statement}`,
    `    ${one.danger}`,
    ...(one.level === 'implied' ? [`    implied: ${one.why}`] : []),
    ...(last(one) === '' ? [] : [`    ${last(one)}`]),
  ]);
  return `${lines.join('\n')}\n`;
}
