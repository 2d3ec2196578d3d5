import { isPlain } from './cases/index.ts';
import type { ExamCase } from './stage/exam-case.ts';

/** The turn of each case: one of every clause comes first, so that an exam that ends early has seen something of everything. */
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
