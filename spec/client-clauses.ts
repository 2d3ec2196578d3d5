import { readBeside } from './clauses.ts';
import type { ClientClauseId } from './generated/client-clause-ids.ts';
import { lazy } from './lazy.ts';
import type { ReceiverClause } from './receiver-clauses.ts';

export type { ClientClauseId };

/** A rule for code that calls the service, with the danger of breaking it and how to mend a client that does. */
export type ClientClause = Omit<ReceiverClause, 'id' | 'needs'> & { readonly id: ClientClauseId };

/** Every clause of the client's exam, in the order of the report. */
export const loadClientClauses: () => readonly ClientClause[] = lazy(() =>
  JSON.parse(readBeside('./generated/client-clauses.json')),
);
