import type { BankStatementSubmission } from '../../spec/types.ts';
import { penceToGroupedText, penceToText } from '../money.ts';

/** The drawn appearances; a bank keeps to one of them. */
export const layoutNames = ['classic', 'modern', 'compact', 'daybook'] as const;

export type LayoutName = (typeof layoutNames)[number];

export type StatementTransaction = {
  /** YYYY-MM-DD, inside the period, oldest first. */
  date: string;
  description: string;
  /** Positive: `type` tells the direction. */
  amountPence: number;
  type: 'credit' | 'debit';
  /** What the account holds after this transaction; negative when overdrawn. */
  balancePence: number;
};

/** One month (or any period) of one bank account, as its statement shows it. */
export type Statement = {
  holder: { name: string; addressLines: string[] };
  bankName: string;
  /** Six digits with hyphens: "12-34-56". */
  sortCode: string;
  accountNumber: string;
  /** Without spaces. */
  iban: string;
  /** YYYY-MM-DD, both days counted; at most a year, since a layout may print days without one. */
  period: { start: string; end: string };
  openingPence: number;
  closingPence: number;
  transactions: StatementTransaction[];
  layout: LayoutName;
};

/** What a submission shows of a statement: all but its own id and the document that it came by. */
export type StatementContent = Omit<
  BankStatementSubmission,
  'id' | 'created_at' | 'document_id' | 'document_external_id' | 'document_filename'
>;

/** The probability of a document that shows everything a statement should; a reader is never wholly certain. */
export const CLEAR_STATEMENT_PROBABILITY = 0.99;

/** From this probability on a document counts as a statement; below it nothing but the probability is given. */
export const STATEMENT_THRESHOLD = 0.5;

export const READING_LIMIT_MS = 10_000;

/** Amounts are unsigned and `type` tells the direction; balances have thousands separators and a leading minus. */
export const contentOf = (statement: Statement): StatementContent => ({
  account_information: {
    account_holder_name: printableText(statement.holder.name),
    account_number: statement.accountNumber,
    sort_code: statement.sortCode,
    bank_name: printableText(statement.bankName),
    iban: statement.iban,
  },
  statement_period: { start_date: statement.period.start, end_date: statement.period.end },
  balance_information: {
    opening_balance: penceToGroupedText(statement.openingPence),
    closing_balance: penceToGroupedText(statement.closingPence),
  },
  transactions: statement.transactions.map((transaction) => ({
    date: transaction.date,
    description: printableDescription(transaction.description),
    amount: penceToText(transaction.amountPence),
    type: transaction.type,
  })),
  bank_statement_probability: CLEAR_STATEMENT_PROBABILITY,
});

// What Windows-1252, the encoding of the standard PDF fonts, holds beyond ASCII and Latin-1.
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

// Letters with a stroke do not decompose, so this table holds their plain form.
const STROKED = new Map([...'ŁłĐđĦħıŦŧ'].map((letter, index) => [letter, 'LlDdHhiTt'[index]]));

// Twenty-four of the widest letter still fit into the narrowest description column.
const WORD_PARTS = /.{1,24}/gu;
const LONGEST_DESCRIPTION = 160;

function isPrintable(char: string): boolean {
  const code = char.codePointAt(0)!;
  const isLatin = code > 0xa0 && code <= 0xff && code !== 0xad;
  return (code >= 0x20 && code <= 0x7e) || isLatin || EXTRA.includes(char);
}

function plainForm(char: string): string {
  if (isPrintable(char)) return char;
  const base = STROKED.get(char) ?? char.normalize('NFD').replace(/\p{M}+/gu, '');
  return base !== '' && [...base].every(isPrintable) ? base : '?';
}

/** Nearly every text is ASCII in short words and printed as it is, which saves a tenth of the time of a person's statements. */
const isAsPrinted = (text: string): boolean =>
  text.length <= LONGEST_DESCRIPTION && /^[!-~]{1,24}(?: [!-~]{1,24})*$/.test(text);

/** The text as a bank's printer renders it: one line, single spaces, letters beyond western Europe without their marks. */
export const printableText = (text: string): string =>
  isAsPrinted(text)
    ? text
    : [...text.normalize('NFC').replace(/[\s\p{C}]+/gu, ' ')].map(plainForm).join('').trim();

/** A transaction's description as printed: at most 160 characters, and no word wider than its column. */
export function printableDescription(text: string): string {
  if (isAsPrinted(text)) return text;
  const words = printableText(text).split(' ');
  const parts = words.flatMap((word) => word.match(WORD_PARTS) ?? []);
  return parts.join(' ').slice(0, LONGEST_DESCRIPTION).trim();
}
