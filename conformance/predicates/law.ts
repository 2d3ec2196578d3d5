import type { ClauseId } from '../../spec/clauses.ts';
import type { ServiceResponse } from '../target/exchange.ts';

/** What a clause says of a success: throws a Failure where the answer breaks it, and returns false where it says nothing. */
export type Laws = { readonly [Id in ClauseId]?: (answer: ServiceResponse) => unknown };
