import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printableDescription, printableText } from './statement.ts';

/** Every code point but the halves of surrogate pairs; fast-check's own unit for them takes seconds to set up. */
const anyText = fc
  .array(fc.nat(0x10ffff - 0x800), { maxLength: 300 })
  .map((codes) => String.fromCodePoint(...codes.map((code) => (code < 0xd800 ? code : code + 0x800))));

describe('printable text', () => {
  it('keeps what western European letters can write', () => {
    expect(printableText("Siobhán O’Rourke – Ætheling's £5 €6")).toBe("Siobhán O’Rourke – Ætheling's £5 €6");
  });

  it('takes the marks off letters the fonts lack, and puts a question mark for the rest', () => {
    expect(printableText('Łukasz Šimůnek, Tŷ Gwyn, 山田')).toBe('Lukasz Šimunek, Ty Gwyn, ??');
  });

  it('is the same when printed again', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(printableText(printableText(text))).toBe(printableText(text));
        expect(printableDescription(printableDescription(text))).toBe(printableDescription(text));
      }),
    );
  });

  it('holds no word of a description wider than 24 letters, nor more than 160 in all', () => {
    const printed = printableDescription('x'.repeat(400));
    expect(printed.length).toBeLessThanOrEqual(160);
    expect(Math.max(...printed.split(' ').map((word) => word.length))).toBe(24);
  });
});
