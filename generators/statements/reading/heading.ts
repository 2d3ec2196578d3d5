import type { TextCell, TextLine } from './lines.ts';

export type HeadingKey = 'date' | 'code' | 'description' | 'out' | 'in' | 'amount' | 'balance';

export type HeadingColumn = { key: HeadingKey; left: number; right: number };

const words: [HeadingKey, RegExp][] = [
  ['date', /^((transaction|posting|posted|value|entry) )?date$/],
  ['code', /^((payment|transaction) )?(type|code)$/],
  [
    'description',
    /^((payment|transaction) )?(description|details?|particulars|narrative|reference)$|^transactions?$/,
  ],
  ['out', /^((money|paid|payments?) out|out|withdrawals?|debits?|withdrawn|payments?)$/],
  ['in', /^((money|paid|payments?) in|in|deposits?|credits?|paid-in|receipts?)$/],
  ['amount', /^((transaction )?amount|value)$/],
  ['balance', /^((running|account|current) )?balance$/],
];

function keyOf({ text }: TextCell): HeadingKey | undefined {
  const bare = text
    .toLowerCase()
    .replace(/\(?(£|gbp)\)?/g, '')
    .trim();
  return words.find(([, pattern]) => pattern.test(bare))?.[0];
}

/** The columns of a transaction table, if this line is its heading: a date, a description and a column of money. */
export function headingOf(line: TextLine): HeadingColumn[] | undefined {
  const columns: HeadingColumn[] = [];
  for (const cell of line.cells) {
    // A heading we have no word for is a column we do not need, and is passed over like a payment code.
    const key = keyOf(cell) ?? 'code';
    if (key !== 'code' && columns.some((column) => column.key === key)) return undefined;
    columns.push({ key, left: cell.left, right: cell.right });
  }
  const has = (key: HeadingKey) => columns.some((column) => column.key === key);
  return has('date') && has('description') && (has('amount') || has('in') || has('out'))
    ? columns
    : undefined;
}
