import type { Change } from '../store.ts';

/** The documents that are written while the process is killed. */
export const WRITERS = Array.from({ length: 12 }, (_, at) => `writer-${at}`);

/** The nth change of a document: all that can be seen of it follows from n, and every seventh removes it. */
export function recordOf(n: number): Change<void> {
  if (n % 7 === 0) return { kind: 'remove', result: undefined };
  // Most of it stays from one removal to the next, so that the changes between them are told as patches.
  const since = n - (n % 7);
  const items = Object.fromEntries(
    Array.from({ length: n - since }, (_, at) => [`item-${since + at}`, { at }]),
  );
  const document = { n, items, filling: 'x'.repeat((since * 37) % 3000) };
  return { kind: 'write', document, order: String(n % 3), due: n % 2 === 0, result: undefined };
}
