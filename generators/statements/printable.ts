// What Windows-1252, the encoding of the standard PDF fonts, holds beyond ASCII and Latin-1.
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';

// Letters with a stroke do not decompose, so this table holds their plain form.
const STROKED = new Map([...'ŁłĐđĦħıŦŧ'].map((letter, index) => [letter, 'LlDdHhiTt'[index]]));

// Twenty-four of the widest letter still fit into the narrowest description column.
const WORD_PARTS = /.{1,24}/gu;
const LONGEST_DESCRIPTION = 160;

function isPrintable(char: string): boolean {
  const code = char.codePointAt(0)!;
  return (
    (code >= 0x20 && code <= 0x7e) || (code > 0xa0 && code <= 0xff && code !== 0xad) || EXTRA.includes(char)
  );
}

function plainForm(char: string): string {
  if (isPrintable(char)) return char;
  const base = STROKED.get(char) ?? char.normalize('NFD').replace(/\p{M}+/gu, '');
  return base !== '' && [...base].every(isPrintable) ? base : '?';
}

/** The text as a bank's printer renders it: one line, single spaces, letters beyond western Europe without their marks. */
export function printableText(text: string): string {
  return [...text.normalize('NFC').replace(/[\s\p{C}]+/gu, ' ')].map(plainForm).join('').trim();
}

/** A transaction's description as printed: at most 160 characters, and no word wider than its column. */
export const printableDescription = (text: string): string =>
  printableText(text)
    .split(' ')
    .flatMap((word) => word.match(WORD_PARTS) ?? [])
    .join(' ')
    .slice(0, LONGEST_DESCRIPTION)
    .trim();
