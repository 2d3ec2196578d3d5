import { routes } from '../../spec/generated/routes.ts';
import type { ClauseResult } from './result.ts';

/** A request that has not passed yet, and how many clauses could be judged by it. */
type Lesson = { readonly request: string; readonly clauses: number; readonly such: string[] };

const delivery = 'a delivery';

function requestOf(operation: string): string {
  if (operation === delivery) return delivery;
  const { method, path } = routes[operation as keyof typeof routes];
  return `${method} ${path}`;
}

/** The requests that would have most clauses judged which traffic can show, the best first; each clause counts once. */
export function lessonsOf(clauses: readonly ClauseResult[], most = 5): Lesson[] {
  let left = clauses.filter(({ skip }) => skip?.kind === 'not-seen');
  const operationsOf = ({ operations }: ClauseResult) => (operations.length > 0 ? operations : [delivery]);
  const lessons: Lesson[] = [];
  while (left.length > 0 && lessons.length < most) {
    const counts = new Map<string, number>();
    for (const operation of left.flatMap(operationsOf))
      counts.set(operation, (counts.get(operation) ?? 0) + 1);
    const [[operation, count] = ['', 0]] = [...counts].sort(([, a], [, b]) => b - a);
    const taught = left.filter((one) => operationsOf(one).includes(operation));
    const such = [...new Set(taught.flatMap(({ skip }) => skip?.enable ?? []))];
    lessons.push({ request: requestOf(operation), clauses: count, such: such.slice(0, 3) });
    left = left.filter((one) => !taught.includes(one));
  }
  return lessons;
}
