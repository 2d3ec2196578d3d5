import { isSelected } from '../spec/clause-patterns.ts';
import { loadClauses } from '../spec/clauses.ts';
import { checks } from './checks/index.ts';
import { needsOf } from './run/needs.ts';

/** Every clause that is asked for, with what its checks need of an arrangement and of what is known. */
export function listClauses(only: readonly string[], skip: readonly string[]): string {
  const lines: string[] = [];
  for (const { id, level, why, statement } of loadClauses()) {
    if (!isSelected(id, only, skip)) continue;
    const own = checks.filter(({ clause }) => clause === id);
    const needs = [...new Set(own.flatMap((check) => needsOf(check)))];
    const points = [...new Set(own.flatMap((check) => check.points ?? []))];
    lines.push(id, `    ${statement}`);
    if (level === 'implied') lines.push(`    implied: ${why}`);
    if (own.length === 0) lines.push('    has no check');
    if (needs.length > 0) lines.push(`    needs ${needs.join(', ')}`);
    if (points.length > 0) lines.push(`    depends on ${points.join(', ')}`);
  }
  return `${lines.join('\n')}\n`;
}
