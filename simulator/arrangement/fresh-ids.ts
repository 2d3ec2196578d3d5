import { submissionsOf } from '../domain/payslips.ts';
import { refusals } from '../domain/refusal.ts';
import type { UserRecord } from '../domain/user-record.ts';

/** Refuses payslip ids that are in use: of two payslips with one id only one could be found. */
export function checkFreshIds(
  record: UserRecord,
  given: readonly { id?: string }[],
  field: string,
  sources: readonly UserRecord['direct'][] = Object.values(record.accounts).map((one) => one.source),
): void {
  if (given.every(({ id }) => id === undefined)) return;
  const arranged = sources.flatMap((source) => (source.kind === 'arranged' ? source.submissions : []));
  const taken = new Set([...submissionsOf(record), ...arranged].map(({ id }) => id));
  const problems = given.flatMap(({ id }, index) => {
    if (id === undefined) return [];
    const problem = taken.has(id) ? [`Field [${field}.${index}.id] is taken by another submission`] : [];
    taken.add(id);
    return problem;
  });
  if (problems.length > 0) throw refusals.invalid(problems);
}
