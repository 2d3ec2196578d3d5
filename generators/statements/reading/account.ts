import type { BankStatementSubmission } from '../../../spec/types.ts';
import { hasRightCheckDigits } from '../../uk/iban.ts';
import { leadingDate } from './amounts.ts';
import { labelled, piecesOf, type TextLine } from './table.ts';

export type AccountInformation = Required<NonNullable<BankStatementSubmission['account_information']>>;

const LABELS =
  /^(sort ?code|account (name|number|no\.?|type|holder|summary)|iban|bic|swift|sheet( number)?|page( number)?|statement( (date|number|period))?|(opening|closing) balance)\b.{0,2}$/i;
const TITLES =
  /^(?:(?:your|our|my|the|bank|current|savings|personal|business|account|statements?|of|summary|e-?statement|copy) ?)+$/i;
const POST_CODE = /\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i;

const personal = (text: string) =>
  /\p{L}/u.test(text) && !/\d/.test(text) && !LABELS.test(text) && text.length <= 120 ? text : undefined;

const sortCode = (text: string) => {
  const match = /^(\d{2})[-– ]?(\d{2})[-– ]?(\d{2})(?!\d)/.exec(text);
  return match ? match.slice(1).join('-') : undefined;
};

const accountNumber = (text: string) => /^\d{4} ?\d{4}(?!\d)/.exec(text)?.[0].replace(' ', '');

const iban = (text: string) => /^[A-Z]{2}\d{2}(?: ?[A-Z\d]){11,30}$/.exec(text)?.[0].replaceAll(' ', '');

// Without a label, the addressee: the top of a block of lines that ends in a post code.
function addressee(lines: TextLine[]): string | undefined {
  const cells = lines.filter(({ page }) => page === 0).flatMap((line) => line.cells);
  const last = cells.find(({ text }) => POST_CODE.test(text));
  let top = last;
  for (let rank = last ? cells.indexOf(last) - 1 : -1; rank >= 0 && top; rank -= 1) {
    const above = cells[rank]!;
    if (top.baseline - above.baseline >= 2.2 * top.size) break;
    if (Math.abs(above.left - top.left) < 3 && above.baseline < top.baseline) top = above;
  }
  return top && top !== last ? personal(top.text) : undefined;
}

function labelledBank(lines: TextLine[]): string | undefined {
  const pieces = lines.flatMap(({ cells }) => cells.flatMap(({ text }) => piecesOf(text)));
  const named = pieces.map((piece) => /^bank(?: name)? ?[:=] ?(\p{L}.{0,79})$/iu.exec(piece)?.[1]);
  return named.find((text) => text !== undefined);
}

// The bank's name: the largest letters at the head of the first page that are not a title.
function bankName(lines: TextLine[], pageHeight: number): string | undefined {
  const name = (text: string) =>
    /\p{L}{2}/u.test(text) &&
    !/^[\p{L} ]{2,24}[:=]/u.test(text) &&
    !TITLES.test(text) &&
    !/\d{5}|\d \d{3}|@|www\.|page \d/i.test(text) &&
    !leadingDate(text);
  for (const depth of [0.125, 0.3]) {
    const named = lines
      .filter(({ page, baseline }) => page === 0 && baseline < pageHeight * depth)
      .flatMap((line) => line.cells)
      .filter(({ text }) => name(text) && text.length <= 80)
      .toSorted((a, b) => b.size - a.size);
    if (named[0]) return named[0].text;
  }
  return undefined;
}

/** Whose account it is and where it is kept, from the text around the table. */
export function accountOf(lines: TextLine[], pageHeight: number): AccountInformation {
  const holder = labelled(lines, /(?:account (?:name|holder)|name|customer(?: name)?|a\/c name)/, personal);
  const ibans = lines.flatMap((line) => line.cells.flatMap(({ text }) => iban(text) ?? []));
  return {
    account_holder_name: holder ?? addressee(lines) ?? null,
    account_number: labelled(lines, /(?:account|a\/c) (?:number|no)/, accountNumber) ?? null,
    sort_code: labelled(lines, /(?:bank )?sort ?code/, sortCode) ?? null,
    bank_name: labelledBank(lines) ?? bankName(lines, pageHeight) ?? null,
    iban: labelled(lines, /iban(?: number)?/, iban) ?? ibans.find(hasRightCheckDigits) ?? null,
  };
}
