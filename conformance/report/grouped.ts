import type { ClauseResult, Verdict } from '../judgement/result.ts';

/** `Map.groupBy`, which Node 20 does not have. */
export function grouped<T>(items: readonly T[], key: (item: T) => string): Map<string, [T, ...T[]]> {
  const groups = new Map<string, [T, ...T[]]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

export const byArea = (clauses: readonly ClauseResult[]) => grouped(clauses, ({ area }) => area);

export const having = (clauses: readonly ClauseResult[], ...verdicts: Verdict[]): ClauseResult[] =>
  clauses.filter(({ verdict }) => verdicts.includes(verdict));
