export type Direction = 'credit' | 'debit';

/** The direction that a word in a column of its own tells, as in "Credit" or "DR". */
export function directionOf(text: string): Direction | undefined {
  if (/^(credit|cr|in)$/i.test(text)) return 'credit';
  return /^(debit|dr|out)$/i.test(text) ? 'debit' : undefined;
}
