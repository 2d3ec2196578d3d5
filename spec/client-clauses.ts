import { readFileSync } from 'node:fs';
import { clauseEntries } from './clauses.ts';
import type { ClientClauseId } from './generated/client-clause-ids.ts';
import type { ReceiverClause } from './receiver-clauses.ts';

export type { ClientClauseId };

/** A rule for code that calls the service, with the danger of breaking it and how to mend a client that does. */
export type ClientClause = Omit<ReceiverClause, 'id' | 'needs'> & { readonly id: ClientClauseId };

let loaded: readonly ClientClause[] | undefined;

/** Every clause of the client's exam, in the order of the report; read and validated once. */
export function loadClientClauses(): readonly ClientClause[] {
  const yaml = () => readFileSync(new URL('./client-clauses.yaml', import.meta.url), 'utf8');
  loaded ??= clauseEntries<ClientClause>(yaml(), './exam-clauses.schema.json');
  return loaded;
}
