import type { ClientClauseId } from '../../../spec/client-clauses.ts';
import type { Journey } from '../stage/journeys.ts';
import type { Habits } from './specimen.ts';

/** A client that is wrong in one thing, and the clause that has to catch it. */
export type Defect = {
  name: string;
  clause: ClientClauseId;
  journey: Journey;
  change: (right: Habits) => Partial<Habits>;
};

export const defect = (
  clause: ClientClauseId,
  journey: Journey,
  name: string,
  change: Partial<Habits> | Defect['change'],
): Defect => ({ clause, journey, name, change: typeof change === 'function' ? change : () => change });
