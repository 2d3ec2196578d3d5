import { type Clause, clausesById } from '../../spec/clauses.ts';
import { type Capability, writing } from '../capability.ts';
import type { Check } from '../check.ts';

const readingOperations = new Set([
  'signInMember',
  'getAuthorisationTerm',
  'listUsers',
  'getConfiguration',
  'listBankStatements',
  'getTaxauthIncome',
  'getOnsExpenditure',
  'listProviders',
  'listWebhooks',
]);

/** All that a check needs: what it names, and leave to write where it writes. */
export function needsOf(check: Pick<Check, 'clause' | 'needs' | 'readsOnly'>): Capability[] {
  const named = check.needs ?? [];
  const clause: Clause | undefined = clausesById().get(check.clause);
  const writes =
    named.some((one) => writing.has(one)) ||
    (!check.readsOnly && (clause?.operations ?? []).some((operation) => !readingOperations.has(operation)));
  return [...new Set<Capability>([...(writes ? (['writes'] as const) : []), ...named])];
}
