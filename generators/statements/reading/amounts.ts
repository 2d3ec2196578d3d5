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

/** The direction that a word in a column of its own tells, as in "Credit" or "DR". */
export function directionOf(text: string): 'credit' | 'debit' | undefined {
  if (/^(credit|cr|in)$/i.test(text)) return 'credit';
  return /^(debit|dr|out)$/i.test(text) ? 'debit' : undefined;
}

/** A date as printed; `year` is undefined when the text leaves it to the reader. */
export type PrintedDate = { year: number | undefined; month: number; day: number };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\\.?';
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';

/** The source of a pattern for any date; the start of a range may lack its year. */
const FORMS: { pattern: string; order: ('year' | 'month' | 'name' | 'day')[] }[] = [
  { pattern: '(\\d{4})-(\\d{2})-(\\d{2})', order: ['year', 'month', 'day'] },
  { pattern: '(\\d{1,2})[/.-](\\d{1,2})[/.-](\\d{4}|\\d{2})', order: ['day', 'month', 'year'] },
  { pattern: `${DAY}[ -]?${MONTH}(?:,?[ -]?(\\d{4}|\\d{2}))?`, order: ['day', 'name', 'year'] },
  { pattern: `${MONTH} ${DAY},? (\\d{4})`, order: ['name', 'day', 'year'] },
];

const fullYear = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text.length === 2 ? `20${text}` : text);

const isRealDay = ({ year = 2000, month, day }: PrintedDate): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

export function leadingDate(text: string): { date: PrintedDate; rest: string } | undefined {
  for (const { pattern, order } of FORMS) {
    const match = new RegExp(`^${pattern}(?![\\d/])`, 'i').exec(text);
    if (!match) continue;
    const part = (name: (typeof order)[number]) => match[order.indexOf(name) + 1];
    const name = order.includes('name') ? part('name')!.slice(0, 3).toLowerCase() : undefined;
    const month = name === undefined ? Number(part('month')) : MONTHS.indexOf(name) + 1;
    const date = { year: fullYear(part('year')), month, day: Number(part('day')) };
    if (isRealDay(date)) return { date, rest: text.slice(match[0].length).trim() };
  }
  return undefined;
}

/** YYYY-MM-DD, or null when the year is not known. */
export const isoDay = ({ year, month, day }: PrintedDate): string | null =>
  year === undefined ? null : `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
