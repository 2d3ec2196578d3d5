/** An amount of money as printed: `mark` tells what stood beside the digits. */
export type PrintedAmount = { pence: number; mark: '-' | '+' | 'DR' | 'CR' | '' };

const PATTERN =
  /^(\()?([-−+])? ?[£$€]? ?([-−+])?(\d{1,3}(?:,\d{3}){1,3}|\d{1,12})\.(\d{2})(\))? ?(CR|DR|OD|O\/D|C|D|[-−+])?$/i;

function markOf(sign: string, bracketed: boolean): PrintedAmount['mark'] {
  const word = sign.toUpperCase();
  if (bracketed || word === '-' || word === '−') return '-';
  if (word === '+') return '+';
  if (word === 'CR' || word === 'C') return 'CR';
  return word === '' ? '' : 'DR';
}

/** Reads "1,234.50", "-£12.00", "(12.00)", "12.00 DR", "12.00 OD"; anything else is not an amount. */
export function parseAmount(text: string): PrintedAmount | undefined {
  const match = PATTERN.exec(text.trim());
  if (!match) return undefined;
  const [, opened, before, after, pounds, pence, closed, suffix] = match;
  if ((opened === undefined) !== (closed === undefined)) return undefined;
  const mark = markOf(before ?? after ?? suffix ?? '', opened !== undefined);
  return { pence: Number(pounds!.replaceAll(',', '')) * 100 + Number(pence), mark };
}

export const signedPence = ({ pence, mark }: PrintedAmount): number =>
  pence !== 0 && (mark === '-' || mark === 'DR') ? -pence : pence;

export type Direction = 'credit' | 'debit';

/** The direction that a word in a column of its own tells, as in "Credit" or "DR". */
export function directionOf(text: string): Direction | undefined {
  if (/^(credit|cr|in)$/i.test(text)) return 'credit';
  return /^(debit|dr|out)$/i.test(text) ? 'debit' : undefined;
}
