import { isPlain } from './cases/index.ts';
import type { ExamCase } from './stage/exam-case.ts';

/**
 * The turn of each case: the plain ones and one of every clause come first, then a second one of every clause. An exam that
 * ends early has then seen something of everything.
 */
export function casesInTurns(cases: readonly ExamCase[]): ReadonlyMap<ExamCase, number> {
  const judged = new Map<string, number>();
  return new Map(
    cases.map((one) => {
      const counts = Object.keys(one.judges).map((clause) => [clause, judged.get(clause) ?? 0] as const);
      for (const [clause, count] of counts) judged.set(clause, count + 1);
      return [one, isPlain(one) ? 0 : Math.min(...counts.map(([, count]) => count))];
    }),
  );
}
