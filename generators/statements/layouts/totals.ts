import type { Statement } from '../statement.ts';

/** What came in and what went out over the period. */
export function totalsOf(statement: Statement): { inPence: number; outPence: number } {
  let inPence = 0;
  let outPence = 0;
  for (const { type, amountPence } of statement.transactions) {
    if (type === 'credit') inPence += amountPence;
    else outPence += amountPence;
  }
  return { inPence, outPence };
}

/** "GB00 SPEC 0000 ...": an IBAN as people read it. */
export function groupedIban(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, '$1 ');
}

/** The small print of every layout. */
export function noticeOf(bankName: string): string {
  return `${bankName} is fictional. This specimen was made for testing software and is proof of nothing.`;
}
