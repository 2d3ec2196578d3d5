import { clausesById } from '../../../spec/clauses.ts';
import type { OperationId } from '../../../spec/operations.ts';
import { type LawClause, laws } from '../../predicates/laws.ts';
import { onSuccess, type Rule } from '../memory/rule.ts';
import { authRules } from './auth.ts';
import { answerRules, bodyRules } from './bodies.ts';
import { deletionRules } from './deletions.ts';
import { listRules } from './lists.ts';
import { otherRules } from './others.ts';
import { payrollRules } from './payroll.ts';
import { settingRules } from './settings.ts';
import { webhookRules } from './webhooks.ts';

export { deliveryRules } from './deliveries.ts';

export const exchangeRules: readonly Rule[] = [
  ...(Object.keys(laws) as LawClause[]).map((clause) => onSuccess(clause, laws[clause])),
  ...answerRules,
  ...authRules,
  ...bodyRules,
  ...listRules,
  ...settingRules,
  ...deletionRules,
  ...payrollRules,
  ...otherRules,
  ...webhookRules,
];

const byOperation = new Map<string, Rule[]>();
for (const rule of exchangeRules)
  for (const operation of rule.on.length > 0 ? rule.on : (clausesById().get(rule.clause)?.operations ?? []))
    byOperation.set(operation, [...(byOperation.get(operation) ?? []), rule]);

/** The rules that an exchange of an operation may say something of. */
export const rulesOf = (operation: OperationId): readonly Rule[] => byOperation.get(operation) ?? [];
