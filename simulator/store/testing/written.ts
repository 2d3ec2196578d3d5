import type { Contents, Document, NewWorkItem } from '../port.ts';

export const USERS = ['ann', 'bob', 'Cy/2', 'client'];

/** What the n-th change of a user writes. Its size changes, so that half of one could not pass for another. */
export function documentOf(n: number): Document {
  return { n, text: 'x'.repeat((n * 7919) % 5000) };
}

/** The work that the n-th change puts; it takes away that of the one before the last. */
export function itemsOf(owner: string, n: number): NewWorkItem[] {
  return [{ id: `${owner}-${n}`, kind: 'delivery', owner, queue: owner, target: null, due: n, data: { n } }];
}

/** What the n-th reset puts in place of everything. */
export function contentsOf(n: number): Contents {
  const ids = Array.from({ length: 5 }, (_, at) => `user-${at}`);
  return {
    aggregates: ids.map((id) => ({ id, sortKey: id, document: documentOf(n) })),
    work: ids.map((owner, at) => ({ ...itemsOf(owner, n)[0]!, sequence: at + 1 })),
    files: [{ id: 'file', bytes: Buffer.from(String(n)) }],
  };
}
