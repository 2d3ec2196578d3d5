import { loadClauses } from '../../../spec/clauses.ts';
import { defaultProfile } from '../../../spec/profile.ts';
import { isIllTyped, isRequiredPoint, requiringObjects } from '../../predicates/request-bodies.ts';
import { type Rule, refused, rule, says } from '../memory/rule.ts';

const { points } = defaultProfile();

/** The clauses about bodies that lack a field or have a value of another type: which fields, the open points and the contract say. */
export const bodyRules: readonly Rule[] = loadClauses().flatMap(({ id, dependsOn }) => {
  if (/\.ill-typed/.test(id)) return [refused(id, isIllTyped)];
  const point = dependsOn.find(isRequiredPoint);
  if (point === undefined || !/\.missing-[a-z]+-named$/.test(id)) return [];
  const fields: readonly string[] = points[point];
  // Some refuse for another reason first, or name another field.
  return [
    rule(id, (seen) => {
      const objects = requiringObjects(seen);
      const isMissing = (field: string): boolean => objects.some((one) => one[field] === undefined);
      return seen.status === 400 && fields.some((field) => isMissing(field) && says(seen, field));
    }),
  ];
});
